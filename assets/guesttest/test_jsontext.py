"""Values as JSON text, and what they cost."""

import json
import random
import sys
import unittest

from guest import jsontext
from guest.jsontext import NotLossless, TooLarge, decode, encode


def plain(value):
    """What the standard library writes, which is the same for integers and proper text."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def nested(depth, inside):
    """A value in as many lists and objects in turns, without recursion."""
    for level in range(depth):
        inside = [inside] if level % 2 else {"k": inside}
    return inside


class Refusals(unittest.TestCase):
    def refuses(self, value, reason):
        for inside in (value, [value], {"k": [0, value]}):
            with self.subTest(reason), self.assertRaises(NotLossless) as caught:
                encode(inside)
            self.assertEqual(str(caught.exception), reason)


class Numbers(Refusals):
    def test_integral_floats_have_all_their_digits_and_no_point(self):
        for value, text in (
            (0.0, "0"), (1.0, "1"), (-2.0, "-2"), (1e15, "1" + "0" * 15), (1e21, "1" + "0" * 21),
            (1e23, "99999999999999991611392"), (-1e22, "-1" + "0" * 22), (2.0**53, "9007199254740992"),
        ):
            self.assertEqual(encode(value), text.encode(), value)

    def test_fractions_are_spelled_as_ECMAScript_spells_them(self):
        for value, text in (
            (0.5, "0.5"), (-0.5, "-0.5"), (123.456, "123.456"), (0.1 + 0.2, "0.30000000000000004"), (1e-4, "0.0001"),
            (1e-5, "0.00001"), (1e-6, "0.000001"), (1e-7, "1e-7"), (1.5e-5, "0.000015"), (-1.25e-6, "-0.00000125"),
            (1.5e-7, "1.5e-7"), (-1.5e-10, "-1.5e-10"), (1e-100, "1e-100"), (5e-324, "5e-324"),
            (1.7976931348623157e-5, "0.000017976931348623157"),
        ):
            self.assertEqual(encode(value), text.encode(), value)

    def test_floats_that_JSON_has_no_text_for_are_refused(self):
        self.refuses(float("nan"), "non-finite float")
        self.refuses(float("inf"), "non-finite float")
        self.refuses(float("-inf"), "non-finite float")
        self.refuses(-0.0, "negative zero")

    def test_integers_are_exact_or_refused(self):
        for value in (0, -1, 2**53 - 1, 1 - 2**53, 2**53, -(2**53), 2**60, 10**22, 2**1023, -(2**1023)):
            self.assertEqual(encode(value), str(value).encode())
        for value in (2**53 + 1, -(2**53) - 1, 10**23, 2**1024, -(2**1024), 10**400, 10**5000):
            self.refuses(value, "integer not exactly representable as a JavaScript number")

    def test_a_long_list_of_integers_has_no_gap_for_one_that_is_not_exact(self):
        for at in (0, 7, 511, 512, 1200):
            numbers = [0] * 1201
            numbers[at] = 2**53 + 1
            self.refuses(numbers, "integer not exactly representable as a JavaScript number")
            numbers[at] = 2**53
            self.assertEqual(encode(numbers), plain(numbers))

    def test_truth_values_are_no_integers(self):
        self.assertEqual(encode([True, False, None, 1, 0]), b"[true,false,null,1,0]")
        self.assertEqual(encode([True] * 20), plain([True] * 20))


class Text(unittest.TestCase):
    def test_escapes_are_the_shortest_there_are(self):
        self.assertEqual(encode('"\\/\b\f\n\r\t'), b'"\\"\\\\/\\b\\f\\n\\r\\t"')
        self.assertEqual(encode("\x00\x1f\x7f"), b'"\\u0000\\u001f\x7f"')

    def test_characters_stand_for_themselves(self):
        for text in ("é", "\u2028\u2029", "\ufeff\ufffd", "\U0001f600", "\x85"):
            self.assertEqual(encode(text), b'"' + text.encode() + b'"')

    def test_a_lone_surrogate_stays_and_a_pair_becomes_its_character(self):
        for text, want in (
            ("\ud800", b'"\\ud800"'), ("a\udfffb", b'"a\\udfffb"'), ("\ud83d\ude00", '"\U0001f600"'.encode()),
            ("\ude00\ud83d", b'"\\ude00\\ud83d"'), ("\ud83d\ud83d\ude00", '"\\ud83d\U0001f600"'.encode()),
            ("é\ud800", b'"\xc3\xa9\\ud800"'),
        ):
            self.assertEqual(encode(text), want)
            self.assertEqual(encode({text: text}), b"{" + want + b":" + want + b"}")
            self.assertEqual(encode([text] * 9), b"[" + b",".join([want] * 9) + b"]")

    def test_a_string_costs_what_it_is_spelled_as(self):
        edge = 1 << 16
        for text in (
            "", "x", "\x00\n", "é\U0001f600", "\ud800", "\ud83d\ude00", "x" * edge, "é" * (edge + 1),
            "\x00" * (2 * edge), "x" * (edge - 1) + "\ud83d\ude00" + "y", "x" * (edge - 1) + "\ud83d",
            "x" * (2 * edge - 1) + "\ud83d\ude00",
        ):
            self.assertEqual(jsontext.string_cost(text), len(jsontext.encode_text(text)), text[-3:])

    def test_output_has_question_marks_for_surrogates(self):
        self.assertEqual(jsontext.encode_log_text('a\ud800"é'), '"a?\\"é"'.encode())


class Structure(Refusals):
    def test_text_is_compact_and_members_keep_their_order(self):
        value = {"z": [], "a": [{}, [[], {"": None}], "x"], "m": {"k": 1, "j": {"i": [0.5, 2]}}}
        self.assertEqual(encode(value), b'{"z":[],"a":[{},[[],{"":null}],"x"],"m":{"k":1,"j":{"i":[0.5,2]}}}')

    def test_lists_of_all_lengths_and_kinds_are_spelled_whole(self):
        for length in (0, 1, 7, 8, 9, 511, 512, 513, 1024, 1025, 5000):
            numbers = list(range(-5, length - 5))
            texts = [f"é{n}\n" for n in numbers]
            mixed = numbers + ["end"], ["start"] + numbers, texts + [None], [numbers, texts] * 2
            for value in (numbers, texts, *mixed):
                self.assertEqual(encode(value), plain(value), length)
        long = ["x" * 40_000] * 9
        self.assertEqual(encode(long), plain(long))

    def test_objects_of_all_lengths_are_spelled_whole(self):
        for length in (0, 1, 100, 5000):
            value = {f"k{n}": [n, {"é": str(n)}] for n in range(length)}
            self.assertEqual(encode(value), plain(value))

    def test_what_the_standard_library_writes_is_written_the_same(self):
        draw = random.Random(7)
        leaves = (None, True, False, 0, -7, 2**53 - 1, 0.5, -2.25, "", "text", "é\n", "\U0001f600")

        def value(depth):
            kind = draw.random() if depth < 6 else 1
            if kind < 0.3:
                return [value(depth + 1) for _ in range(draw.randrange(12))]
            if kind < 0.5:
                return {f"{draw.choice('aé')}{n}": value(depth + 1) for n in range(draw.randrange(6))}
            return draw.choice(leaves)

        for _ in range(500):
            drawn = [value(0)]
            text = encode(drawn)
            self.assertEqual(text, plain(drawn))
            self.assertEqual(decode(text.decode()), drawn)
            self.assertEqual(encode(drawn, len(text)), text)

    def test_depth_is_no_limit(self):
        for depth in (31, 32, 33, 40, 1000, 20_000):
            text = encode(nested(depth, [1, "x"]))
            opening = "".join("[" if level % 2 else '{"k":' for level in reversed(range(depth)))
            closing = "".join("]" if level % 2 else "}" for level in range(depth))
            self.assertEqual(text.decode(), opening + '[1,"x"]' + closing)

    def test_a_cycle_is_refused_and_a_shared_value_is_not(self):
        circle = []
        circle.append(circle)
        ring = {"k": [{}]}
        ring["k"][0]["back"] = ring
        end = []
        far = nested(100, end)
        end.append(far)
        for value in (circle, ring, far, [0] * 20 + [circle]):
            self.refuses(value, "circular reference")
        shared = [1]
        self.assertEqual(encode([shared, shared, {"a": shared}]), b'[[1],[1],{"a":[1]}]')

    def test_a_key_that_is_no_string_is_refused_by_the_name_of_its_type(self):
        class Name(str):
            pass

        for key in (1, None, True, 1.5, (1,), Name("b")):
            self.refuses({"a": 0, key: 1}, f"non-string dict key ({type(key).__name__})")

    def test_keys_that_are_one_key_as_text_are_refused(self):
        self.refuses({"\ud83d\ude00": 1, "\U0001f600": 2}, "duplicate dict key after surrogate-pair combining")
        self.assertEqual(encode({"\ud83d": 1, "\ude00": 2}), b'{"\\ud83d":1,"\\ude00":2}')

    def test_a_value_of_another_type_is_refused_by_the_name_of_its_type(self):
        class Text(str):
            pass

        class Liar(type):
            __name__ = "int"

        class Lie(metaclass=Liar):
            pass

        for value, name in (
            ((1,), "tuple"), ({1}, "set"), (b"x", "bytes"), (1j, "complex"), (Text("x"), "Text"), (Lie(), "Lie"),
            (type("Number", (int,), {})(1), "Number"), (type("Map", (dict,), {})(), "Map"),
            (type("List", (list,), {})(), "List"), (type("Real", (float,), {})(1), "Real"),
            (len, "builtin_function_or_method"),
        ):
            self.refuses(value, f"unsupported type ({name})")
        self.refuses([*range(600), Text("x")], "unsupported type (Text)")


class Budget(unittest.TestCase):
    def test_a_value_of_exactly_its_budget_passes_and_a_byte_less_does_not(self):
        for value in (
            None, True, False, 0, -12, 1.5, 1e21, "", "text", 'é\U0001f600"\n\x00', "\ud800", [], {}, [[]], {"": {}},
            [1, 2, 3], list(range(2000)), ["é"] * 9, ["\n\x00"] * 700, ["\ud800"] * 9, [0] * 8 + ["x"],
            {"é\x00": "\ud83d\ude00", "b": [None, {}]}, nested(50, "deep"), {f"k{n}": n for n in range(5000)},
            ["x" * 100_000, "é" * 70_000],
        ):
            text = encode(value)
            self.assertEqual(encode(value, len(text)), text)
            with self.assertRaises(TooLarge, msg=str(text[:40])):
                encode(value, len(text) - 1)

    def test_what_is_met_first_is_told(self):
        with self.assertRaises(NotLossless):
            encode([float("nan"), "x" * 100], 50)
        with self.assertRaises(TooLarge):
            encode(["x" * 100, float("nan")], 50)
        with self.assertRaises(TooLarge):
            encode({"x" * 100: float("nan")}, 50)

    def test_a_container_with_more_members_than_fit_is_not_looked_into(self):
        for value in ([object()] * 1000, {n: object() for n in range(1000)}):
            with self.assertRaises(TooLarge):
                encode(value, 100)


class Decoding(unittest.TestCase):
    def test_values_are_those_of_the_standard_library(self):
        for text in (
            "null", "true", "0", "-1", "9007199254740992", "123456789012345678901234567890", "1.5", "-2.5e-7",
            "1e21", '""', '"\\u00e9\\n\\"\\ud83d\\ude00"', "[]", "{}", '{"a":[1,{"b":null}],"":{}}', '{"a":1,"a":2}',
        ):
            got, want = decode(text), json.loads(text)
            self.assertEqual((got, type(got)), (want, type(want)))

    def test_a_lone_surrogate_comes_through(self):
        self.assertEqual(decode('["\\ud800",{"\\udc00":1}]'), ["\ud800", {"\udc00": 1}])

    def test_what_is_no_JSON_is_an_error(self):
        for text in ("NaN", "[Infinity]", "-Infinity", "[1,", '"a', "{1:2}"):
            with self.assertRaises((ValueError, StopIteration), msg=text):
                decode(text)

    def test_depth_is_no_limit(self):
        depth = 50_000
        members = '[null,true,false,-1,2.5,-1e3,1E+2,"\\u00e9\\"]",{},[],[[]],{"a":{"b":[]}}]'
        inside = f'{{"k":{members},"l":"","m":{{"n":12345678901234567890}}}}'
        value = decode("[" * depth + inside + "]" * depth)
        for _ in range(depth):
            self.assertEqual(len(value), 1)
            value = value[0]
        self.assertEqual(repr(value), repr(json.loads(inside)))
        value = decode('{"k":' * depth + "1" + "}" * depth)
        for _ in range(depth):
            value = value["k"]
        self.assertEqual(value, 1)

    def test_depth_makes_no_difference_to_members_around(self):
        deep = "[" * 30_000 + "]" * 30_000
        value = decode('{"before":[1,"x"],"deep":' + deep + ',"after":{"k":[null]}}')
        self.assertEqual(list(value), ["before", "deep", "after"])
        self.assertEqual((value["before"], value["after"]), ([1, "x"], {"k": [None]}))

    def test_the_recursion_limit_is_as_it_was(self):
        limit = sys.getrecursionlimit()
        decode("[" * 20_000 + "]" * 20_000)
        self.assertEqual(sys.getrecursionlimit(), limit)
