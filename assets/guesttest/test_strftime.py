"""strftime as glibc has it, whatever the C library."""

import platform
import random
import time
import unittest

from guest import sources

NAMESPACE = {"__name__": "coderuntime_strftime"}
exec(sources["strftime"], NAMESPACE)

MORNING = time.struct_time((2024, 1, 5, 9, 3, 7, 4, 5, 0))
CONVERSIONS = "aAbBcCdDeFgGhHIjklmMnpPrRSstTuUVwWxXyYzZ%qQvLfN.:é"


class Strftime(unittest.TestCase):
    strftime = staticmethod(NAMESPACE["like_glibc"](time.strftime))

    def test_what_musl_does_not_know_is_spelled_as_glibc_does(self):
        for format, text in (
            ("%y %P", "24 am"),
            ("%k|%l|%-k|%0l|%3k", " 9| 9|9|09|  9"),
            ("%-d.%_d.%0d.%e.%-e.%0e", "5. 5.05. 5.5.05"),
            ("%^a %#a %^B %#p %#P %^P %^c", "FRI FRI JANUARY am am am FRI JAN  5 09:03:07 2024"),
            ("%10A|%05A|%3A|%5d|%-5d|%_5d", "    Friday|Friday|Friday|00005|    5|    5"),
            ("%Od %Ey %-Om %Ed", "05 24 1 %Ed"),
            ("%Q %v %^v %5Q %", "%Q %v %^V   %5Q %"),
            ("%%P %d %%%d %%%%k", "%P 05 %05 %%k"),
            ("100 %", "100 %"),
            ("", ""),
        ):
            self.assertEqual(self.strftime(format, MORNING), text, format)

    def test_it_takes_what_the_real_one_takes(self):
        self.assertEqual(self.strftime("%P"), self.strftime("%P", time.localtime()))
        for wrong in ((), (5,), ("%P", 5), ("%P", MORNING, 1), ("%P", (1, 2)), ("%P", (2024, 13, 1, 0, 0, 0, 0, 1, 0))):
            self.assertRaises((TypeError, ValueError), self.strftime, *wrong)

    def test_text_that_is_too_long_for_the_real_one_is_empty(self):
        self.assertEqual(self.strftime("%3000d", MORNING), "")
        self.assertEqual(self.strftime("%" + "9" * 5000 + "d", MORNING), "")
        self.assertEqual(self.strftime("%1000d", MORNING), "5".zfill(1000))

    def test_it_is_glibcs(self):
        if platform.libc_ver()[0] != "glibc":
            return
        draw = random.Random(4)
        for _ in range(5000):
            format = "".join(
                "%" + "".join(draw.choices("-_0^#", k=draw.randrange(3))) + draw.choice(["", "", "3", "12", "E", "O", "5E"])
                + draw.choice(CONVERSIONS)
                for _ in range(draw.randrange(1, 4))
            )
            when = time.gmtime(draw.randrange(4_000_000_000))
            self.assertEqual(self.strftime(format, when), time.strftime(format, when), format)
