"""What a program prints: lines, parts of lines, and the budget for them."""

import codecs
import json
import random
import sys
import unittest
from array import array
from io import TextIOWrapper, UnsupportedOperation

from guest import protocol
from guest.ledger import Ledger, open_stream
from support import parse


class Captured(unittest.TestCase):
    """Two streams over one ledger, as a program has them."""

    def open(self, budget=65536):
        self.sent = bytearray()
        self.ledger = ledger = Ledger(self.sent.extend)
        ledger.open(budget)
        self.out, self.settle = open_stream(ledger)
        self.err, self.settle_err = open_stream(ledger)

    def frames(self):
        """What has been sent since the last look, without the type."""
        frames = parse(self.sent)
        self.sent.clear()
        for frame in frames:
            self.assertEqual(frame.pop("type"), "log")
        return frames

    def texts(self):
        frames = self.frames()
        self.assertTrue(all(list(frame) == ["text"] for frame in frames), frames)
        return [frame["text"] for frame in frames]


class Lines(Captured):
    def test_each_line_is_an_entry_when_it_ends(self):
        self.open()
        self.out.write("a\n\nb\r\nc\u2028d\x0be")
        self.assertEqual(self.texts(), ["a", "", "b\r"])
        self.out.write("\n")
        self.assertEqual(self.texts(), ["c\u2028d\x0be"])

    def test_a_line_is_put_together_whatever_its_pieces(self):
        text = "one\n\ntwo é\U0001f600\n" + "x" * 3000 + "\nlast\n"
        for size in (1, 2, 3, 7, 1000, len(text)):
            self.open()
            for at in range(0, len(text), size):
                self.out.write(text[at : at + size])
            self.assertEqual(self.texts(), text.split("\n")[:-1], size)

    def test_an_unfinished_line_waits_for_the_end(self):
        self.open()
        self.out.write("no end")
        self.assertEqual(self.frames(), [])
        self.settle()
        self.assertEqual(self.texts(), ["no end"])
        self.settle()
        self.assertEqual(self.frames(), [])

    def test_a_flushed_part_is_open_and_what_follows_continues_it(self):
        self.open()
        self.out.write("a")
        self.out.flush()
        self.out.flush()
        self.out.write("b\nc\n")
        self.assertEqual(self.frames(), [{"text": "a", "open": True}, {"text": "b"}, {"text": "c"}])

    def test_an_open_entry_ends_where_the_other_stream_begins(self):
        self.open()
        self.out.write("a")
        self.out.flush()
        self.err.write("b\n")
        self.out.write("c\n")
        self.assertEqual(self.frames(), [{"text": "a", "open": True}, {"text": ""}, {"text": "b"}, {"text": "c"}])

    def test_streams_hold_their_own_unfinished_lines(self):
        self.open()
        self.out.write("o1")
        self.err.write("e1")
        self.out.write("o2\n")
        self.err.write("e2\n")
        self.assertEqual(self.texts(), ["o1o2", "e1e2"])

    def test_a_surrogate_is_a_question_mark(self):
        self.open()
        self.out.write("a\ud800b\n")
        self.assertEqual(self.texts(), ["a?b"])


class Budget(Captured):
    def cut(self, budget):
        return {"text": protocol.truncation_marker(budget), "truncated": True}

    def test_the_entries_may_be_as_long_as_their_array_and_no_longer(self):
        for unit, cost in (("x", 1), ("é", 2), ("\U0001f600", 4), ('"', 2), ("\x00", 6), ("\t", 2), ("\ud800", 1)):
            for budget in (64, 65, 1000):
                fits = (budget - 4) // cost  # two brackets, two quotes
                self.open(budget)
                self.out.write(unit * fits + "\n")
                self.assertEqual(len(self.texts()), 1, (unit, budget))
                self.open(budget)
                self.out.write(unit * (fits + 1) + "\n")
                self.assertEqual(self.frames(), [self.cut(budget)], (unit, budget))

    def test_entries_add_up_to_exactly_the_budget(self):
        draw = random.Random(3)
        for budget in range(64, 200, 3):
            self.open(budget)
            entries = []
            while True:
                line = "".join(draw.choices("xé\n\"\x00\U0001f600", k=draw.randrange(9))).replace("\n", "")
                self.out.write(line + "\n")
                frames = self.frames()
                size = len(json.dumps([*entries, line], ensure_ascii=False, separators=(",", ":")).encode())
                if size > budget:
                    self.assertEqual(frames, [self.cut(budget)])
                    break
                self.assertEqual(frames, [{"text": line}])
                entries.append(line)

    def test_blank_lines_cost_as_much_as_their_spelling(self):
        self.open(64)
        self.out.write("\n" * 100)
        # 21 times two quotes, with 20 commas and two brackets, are 64.
        self.assertEqual(self.frames(), [{"text": ""}] * 21 + [self.cut(64)])

    def test_nothing_comes_after_the_marker(self):
        self.open(64)
        self.out.write("x" * 100 + "\n")
        self.assertEqual(self.frames(), [self.cut(64)])
        self.assertEqual(self.out.write("short\n"), 6)
        self.err.write("other\nrest")
        self.out.flush()
        self.settle()
        self.settle_err()
        self.ledger.push(self.out, "", False)
        self.assertEqual(self.frames(), [])

    def test_a_line_that_is_too_long_is_cut_before_it_ends(self):
        self.open(64)
        for _ in range(60):
            self.out.write("x")
        self.assertEqual(self.frames(), [])
        self.out.write("x")
        self.assertEqual(self.frames(), [self.cut(64)])

    def test_lines_before_the_one_that_is_too_long_are_kept(self):
        self.open(64)
        self.out.write("kept\n" + "x" * 1000)
        self.assertEqual(self.frames(), [{"text": "kept"}, self.cut(64)])

    def test_a_part_of_an_entry_costs_only_its_content(self):
        for rest, fits in ((30, True), (31, False)):
            self.open(64)
            self.out.write("x" * 30)
            self.out.flush()
            self.out.write("y" * rest + "\n")
            last = {"text": "y" * rest} if fits else self.cut(64)
            self.assertEqual(self.frames(), [{"text": "x" * 30, "open": True}, last])

    def test_a_long_line_is_charged_as_a_short_one_is(self):
        for unit, cost, written in (("é", 2, "é"), ("\ud800", 1, "?"), ("\ud83d\ude00", 2, "??"), ("\x00", 6, "\x00")):
            text = unit * (1 << 20) + '"'
            budget = cost * (1 << 20) + 2 + 4
            self.open(budget)
            self.out.write(text + "\n")
            self.assertEqual(self.texts(), [written * (1 << 20) + '"'])
            self.open(budget - 1)
            self.out.write(text + "\n")
            self.assertEqual(self.frames(), [self.cut(budget - 1)])

    def test_both_streams_spend_one_budget(self):
        self.open(64)
        self.out.write("x" * 30 + "\n")
        self.err.write("y" * 27 + "\n")
        self.assertEqual(self.texts(), ["x" * 30, "y" * 27])
        self.out.write("\n")
        self.assertEqual(self.frames(), [self.cut(64)])


class Stream(Captured):
    def test_it_is_a_text_stream_without_a_file(self):
        self.open()
        self.assertTrue(self.out.writable())
        self.assertFalse(self.out.readable() or self.out.seekable() or self.out.isatty())
        self.assertRaises(UnsupportedOperation, self.out.fileno)
        self.assertRaises(UnsupportedOperation, self.out.buffer.fileno)
        self.assertEqual(type(self.out).__module__, "coderuntime")
        for stream, name in (self.out, "<stdout>"), (self.err, "<stderr>"):
            self.assertEqual((stream.name, stream.mode, stream.buffer.name, stream.buffer.mode), (name, "w", name, "wb"))
            self.assertEqual((stream.encoding, stream.errors, stream.newlines), ("utf-8", "replace", None))

    def test_reconfiguring_it_flushes_and_changes_nothing_else(self):
        self.open()
        self.out.write("a")
        self.out.reconfigure(encoding="latin-1", errors="strict", newline="\r\n", line_buffering=False, write_through=True)
        self.out.write("é\ud800\n")
        self.assertEqual(self.frames(), [{"text": "a", "open": True}, {"text": "é?"}])
        self.assertEqual(self.out.encoding, "utf-8")
        self.assertRaises(TypeError, self.out.reconfigure, color=True)

    def test_a_write_returns_its_length_and_takes_only_text(self):
        self.open()
        self.assertEqual(self.out.write("é\n"), 2)
        self.assertEqual(self.out.write(""), 0)
        for wrong in (b"x", 1, None):
            with self.assertRaisesRegex(TypeError, f"must be str, not {type(wrong).__name__}"):
                self.out.write(wrong)
        self.assertEqual(self.texts(), ["é"])

    def test_print_and_writelines_work(self):
        self.open()
        print("a", 1, sep="-", file=self.out, flush=True)
        self.out.writelines(["b\n", "c\n"])
        self.assertEqual(self.texts(), ["a-1", "b", "c"])

    def test_closing_it_flushes_and_harms_nothing(self):
        self.open()
        self.out.write("a")
        self.out.close()
        self.assertFalse(self.out.closed)
        self.out.write("b\n")
        self.assertEqual(self.frames(), [{"text": "a", "open": True}, {"text": "b"}])

    def test_rebinding_what_it_shows_changes_nothing(self):
        self.open()
        self.out._write = self.out._flush = None
        self.settle()
        self.err.write("x\n")
        self.assertEqual(self.texts(), ["x"])


class Bytes(Captured):
    """The same streams for bytes."""

    def test_bytes_and_text_keep_their_order(self):
        self.open()
        self.out.write("a")
        self.assertEqual(self.out.buffer.write("é".encode()), 2)
        self.out.write("b\n")
        self.out.buffer.write(b"c\nd")
        self.out.buffer.flush()
        self.err.buffer.write(b"e\n")
        self.assertEqual(self.frames(), [{"text": "aéb"}, {"text": "c"}, {"text": "d", "open": True}, {"text": ""}, {"text": "e"}])

    def test_a_character_may_come_in_parts(self):
        self.open()
        for byte in "é€\U0001f600\n".encode():
            self.out.buffer.write(bytes([byte]))
            self.out.flush()
        self.assertEqual("".join(frame["text"] for frame in self.frames()), "é€\U0001f600")

    def test_what_is_no_character_is_replaced(self):
        for data, text in (
            (b"\xe2A", "\ufffdA"),
            (b"\xff\xfe", "\ufffd\ufffd"),
            (b"\xed\xa0\x80", "\ufffd\ufffd\ufffd"),
            (b"ok\xf0\x9f\x98", "ok\ufffd"),
        ):
            self.open()
            self.out.buffer.write(data)
            self.settle()
            self.assertEqual(self.texts(), [text])
            self.out.buffer.write(data)
            self.out.write("|\n")  # text ends a character that is not whole
            self.assertEqual(self.texts(), [text + "|"])

    def test_it_takes_whatever_has_bytes_and_only_that(self):
        self.open()
        grid = memoryview(bytes(range(97, 103))).cast("B", (2, 3))
        for data in (bytearray(b"ab"), memoryview(b"xaxa")[1::2], array("H", [0x6161]), grid, b""):
            self.assertEqual(self.out.buffer.write(data), memoryview(data).nbytes)
        for wrong in ("x", 1, None):
            with self.assertRaisesRegex(TypeError, f"^a bytes-like object is required, not '{type(wrong).__name__}'$"):
                self.out.buffer.write(wrong)
        self.out.write("\n")
        self.assertEqual(self.texts(), ["abaaaaabcdef"])

    def test_bytes_are_charged_as_text_is(self):
        self.open(64)
        self.out.buffer.write("é".encode() * 30 + b"\n")
        self.assertEqual(self.texts(), ["é" * 30])
        for data in (b"\xff" * 21, b"x" * (1 << 20), b"\n" * (1 << 20), b"\0" * 11 + b"\n"):
            self.open(64)
            self.assertEqual(self.out.buffer.write(data), len(data))
            self.settle()
            self.assertEqual(self.frames()[-1], {"text": protocol.truncation_marker(64), "truncated": True})
            self.out.buffer.write(b"late\n\xe2")
            self.settle()
            self.assertEqual(self.frames(), [])

    def test_long_bytes_are_decoded_whole_whatever_the_pieces(self):
        text = "aé€\U0001f600" * 30_000
        for shift in range(4):
            self.open(1 << 20)
            self.out.buffer.write(b"x" * shift + text.encode() + b"\n")
            self.assertEqual(self.texts(), ["x" * shift + text])

    def test_wrappers_around_it_work_and_may_be_closed(self):
        self.open()
        wrapper = TextIOWrapper(self.out.buffer, encoding="utf-8")
        wrapper.write("é\n")
        wrapper.close()
        codecs.getwriter("utf-8")(self.out.detach()).write("\u20ac\n")
        print("after", file=self.out)
        self.assertEqual(self.texts(), ["é", "€", "after"])
        self.assertFalse(self.out.closed or self.out.buffer.closed)

    def test_text_that_a_wrapper_in_its_place_holds_is_not_lost(self):
        self.open()
        self.addCleanup(setattr, sys, "stdout", sys.stdout)
        sys.stdout = TextIOWrapper(self.out.buffer, encoding="utf-8")
        print("held")
        self.assertEqual(self.frames(), [])
        self.settle()
        self.assertEqual(self.texts(), ["held"])
        sys.stdout = 5
        self.out.write("x")
        self.settle()
        self.assertEqual(self.texts(), ["x"])

    def test_rebinding_what_it_shows_changes_nothing(self):
        self.open()
        self.out.buffer.write(b"a")
        self.out.buffer._write = self.out.buffer._flush = self.out.buffer = None
        self.settle()
        self.assertEqual(self.texts(), ["a"])
