"""The channel: lines out of chunks. The calls: who gets which answer."""

import unittest

from guest import protocol
from guest.calls import ChannelClosed, Rejected
from support import Loop, LoopTest, Wire

LINE = '{"type":"reply","id":0,"ok":true,"value":"é\U0001f600"}\n'.encode()
FRAME = {"type": "reply", "id": 0, "ok": True, "value": "é\U0001f600"}


class Reading(unittest.TestCase):
    def test_a_line_is_put_together_wherever_it_was_cut(self):
        for at in range(1, len(LINE)):
            self.assertEqual(Wire(LINE[:at], LINE[at:]).channel().next_frame(), FRAME, at)
            channel = Wire(LINE[:at], LINE[at:]).channel()
            self.assertEqual(list(channel.available_frames()[0]), [], at)
            self.assertEqual(list(channel.available_frames()[0]), [FRAME], at)

    def test_a_line_may_come_byte_by_byte(self):
        short = b'{"id":1}\n'
        wire = Wire(*(lines[at : at + 1] for lines in (LINE, short, LINE) for at in range(len(lines))), short)
        channel = wire.channel()
        self.assertEqual([channel.next_frame() for _ in range(4)], [FRAME, {"id": 1}, FRAME, {"id": 1}])

    def test_lines_that_come_together_are_taken_one_by_one(self):
        lines = b"".join(b'{"id":%d}\n' % n for n in range(5))
        channel = Wire(lines).channel()
        self.assertEqual([channel.next_frame()["id"] for _ in range(5)], [0, 1, 2, 3, 4])
        frames, _ = Wire(lines).channel().available_frames()
        self.assertEqual([frame["id"] for frame in frames], [0, 1, 2, 3, 4])

    def test_a_short_line_right_behind_a_long_one_that_came_in_parts_is_not_overlooked(self):
        channel = Wire(LINE[:20], LINE[20:40], LINE[40:] + b'{"id":1}\n').channel()
        self.assertEqual([channel.next_frame(), channel.next_frame()], [FRAME, {"id": 1}])

    def test_what_next_frame_left_is_not_lost_to_available_frames(self):
        channel = Wire(b'{"id":0}\n{"id":1}\n{"i', b'd":2}\n').channel()
        self.assertEqual(channel.next_frame(), {"id": 0})
        self.assertEqual(list(channel.available_frames()[0]), [{"id": 1}, {"id": 2}])

    def test_blank_lines_are_nothing(self):
        self.assertEqual(Wire(b"\n\n" + LINE).channel().next_frame(), FRAME)

    def test_reads_grow_while_they_are_full_and_there_may_be_more(self):
        value = "x" * (3 << 20)
        wire = Wire(b'{"value":"%b"}\n' % value.encode(), b'{"id":1}\n')
        channel = wire.channel()
        got, mores = [], []
        while not got:
            frames, more = channel.available_frames()
            got += frames
            mores.append(more)
        self.assertEqual(got, [{"value": value}])
        self.assertEqual(mores, [True] * (len(mores) - 1) + [False])
        self.assertEqual(wire.sizes[:4], [4096, 8192, 16384, 32768])
        self.assertEqual(wire.sizes[-1], protocol.LARGEST_READ)
        self.assertEqual(list(channel.available_frames()[0]), [{"id": 1}])

    def test_the_end_of_the_stream_closes_the_channel(self):
        for wire in (Wire(), Wire(LINE[:-1])):
            with self.assertRaises(ChannelClosed):
                wire.channel().next_frame()
        with self.assertRaises(ChannelClosed):
            Wire().channel().available_frames()

    def test_bytes_that_are_no_text_are_an_error_and_never_a_guess(self):
        for line in (b'{"value":"\xff"}\n', b'{"value":"\xc3"}\n', b'{"value":"\xed\xa0\x80"}\n'):
            with self.assertRaises(UnicodeDecodeError):
                Wire(line).channel().next_frame()
            with self.assertRaises(UnicodeDecodeError):
                Wire(line).channel().available_frames()
            channel = Wire(line[:11], line[11:]).channel()
            channel.available_frames()
            with self.assertRaises(UnicodeDecodeError):
                channel.available_frames()


class Writing(unittest.TestCase):
    def test_a_frame_is_written_whole_however_little_a_write_takes(self):
        for takes in (1, 7, len(LINE)):
            wire = Wire(takes=takes)
            wire.channel().write(LINE)
            self.assertEqual(bytes(wire.sent), LINE)

    def test_the_lock_is_held_from_the_first_byte_to_the_last(self):
        wire = Wire(takes=5)
        channel = wire.channel()
        held = []
        take = wire.write

        def write(fd, line):
            held.append(channel.lock.locked())
            return take(fd, line)

        channel._write = write
        channel.write(LINE)
        self.assertEqual(set(held), {True})
        self.assertFalse(channel.lock.locked())

    def test_the_lock_is_free_after_a_write_that_failed(self):
        wire = Wire()
        wire.broken = True
        channel = wire.channel()
        self.assertRaises(OSError, channel.write, LINE)
        self.assertFalse(channel.lock.locked())


class Calling(LoopTest):
    def setUp(self):
        super().setUp()
        self.send = self.calls.sender("tools", 'na"me\ud800é')

    def test_calls_are_numbered_in_the_order_in_which_they_are_made(self):
        for args in (b"{}", b"[1]", b"null"):
            self.send(args)
        self.calls.sender("other", "f")(b"1")
        frames = self.wire.frames()
        self.assertEqual([frame["id"] for frame in frames], [0, 1, 2, 3])
        name = 'na"me\ud800é'
        self.assertEqual(frames[1], {"type": "call", "id": 1, "global": "tools", "name": name, "args": [1]})

    def test_each_answer_goes_to_its_own_call_whatever_the_order(self):
        answers = [self.send(b"0") for _ in range(8)]
        for number in (3, 0, 7, 1, 6, 2, 5, 4):
            self.assertFalse(answers[number].done())
            self.reply(number, number * 10)
            self.assertEqual(answers[number].result(), number * 10)

    def test_a_call_that_was_rejected_raises_the_hosts_words(self):
        answer = self.send(b"0")
        self.reject(0, "no such thing")
        with self.assertRaisesRegex(Rejected, "^no such thing$"):
            answer.result()

    def test_an_answer_for_no_call_changes_nothing(self):
        answer = self.send(b"0")
        for number in (1, -1, None, "0"):
            self.reply(number, "astray")
        self.calls.answer({"type": "reply", "ok": True, "value": 1})
        self.assertFalse(answer.done())
        self.reply(0, "right")
        self.reply(0, "again")
        self.assertEqual(answer.result(), "right")

    def test_a_frame_that_is_no_reply_settles_nothing(self):
        answer = self.send(b"0")
        for kind in ("call", "log", "run", None, 1):
            self.reply(0, "astray", type=kind)
        self.calls.answer({"id": 0, "ok": True, "value": 1})
        self.assertFalse(answer.done())

    def test_a_cancelled_call_does_not_disturb_the_next(self):
        async def call():
            return await self.send(b"0")

        given_up = self.start(call())
        given_up.cancel()
        self.loop.run()
        self.assertTrue(given_up.cancelled())
        following = self.start(call())
        self.assertEqual([frame["id"] for frame in self.wire.frames()], [0, 1])
        self.reply(0, "late")
        self.assertFalse(following.done())
        self.reply(1, "mine")
        self.assertEqual(following.result(), "mine")

    def test_a_call_whose_frame_was_not_written_uses_up_no_number(self):
        self.wire.broken = True
        self.assertRaises(OSError, self.send, b"0")
        self.assertEqual(self.calls.waiting, {})
        self.wire.broken = False
        self.send(b"0")
        self.assertEqual([frame["id"] for frame in self.wire.frames()], [0])

    def test_an_answer_reaches_another_loop_the_way_of_threads(self):
        other = Loop()
        self.calls.attach(other)
        answer = self.send(b"0")  # of self.loop, which is not the one that reads
        self.calls.answer({"type": "reply", "id": 0, "ok": True, "value": 1})
        self.assertEqual(self.loop.from_threads, 1)
        self.loop.run()
        self.assertEqual(answer.result(), 1)

    def test_a_loop_that_is_closed_does_not_stop_the_others(self):
        self.calls.attach(Loop())
        self.send(b"0")
        self.loop.closed = True
        self.calls.answer({"type": "reply", "id": 0, "ok": True, "value": 1})
        self.assertEqual(self.calls.waiting, {})


class Queueing(LoopTest):
    """More calls than there may be at once."""

    def setUp(self):
        super().setUp()
        self.most = protocol.MAX_OUTSTANDING_CALLS
        self.send = self.calls.sender("tools", "f")
        self.order = []

    async def call(self, name):
        if self.calls.is_full():
            await self.calls.room()
        answer = self.send(b"0")
        self.order.append(name)
        return await answer

    def fill(self):
        for number in range(self.most):
            self.assertFalse(self.calls.is_full(), number)
            self.send(b"0")
        self.assertTrue(self.calls.is_full())

    def test_a_call_over_the_limit_waits_until_another_is_answered(self):
        self.fill()
        task = self.start(self.call("one more"))
        self.assertEqual(self.order, [])
        self.assertEqual(len(self.wire.frames()), self.most)
        self.reply(17)
        self.assertEqual([frame["id"] for frame in self.wire.frames()], [self.most])
        self.reply(self.most, "answer")
        self.assertEqual(task.result(), "answer")

    def test_calls_get_their_turn_in_the_order_in_which_they_came_and_one_for_each_answer(self):
        self.fill()
        for name in "abc":
            self.start(self.call(name))
        for number, name in enumerate("abc"):
            self.assertEqual(len(self.order), number)
            self.reply(number)
            self.assertEqual(self.order[-1], name)
            self.assertEqual(len(self.calls.waiting), self.most)

    def test_a_turn_that_was_given_up_goes_to_the_next(self):
        self.fill()
        given_up = self.start(self.call("given up"))
        self.start(self.call("waited"))
        given_up.cancel()
        self.loop.run()
        self.reply(0)
        self.assertEqual(self.order, ["waited"])

    def test_a_call_whose_place_was_taken_meanwhile_waits_again(self):
        self.fill()
        self.start(self.call("late"))
        self.calls.answer({"type": "reply", "id": 0, "ok": True, "value": 1})
        self.send(b"0")  # before the one that waits has found out
        self.loop.run()
        self.assertEqual(self.order, [])
        self.assertEqual(len(self.calls.waiting), self.most)
        self.reply(1)
        self.assertEqual(self.order, ["late"])

    def test_a_call_that_was_cancelled_takes_its_place_until_it_is_answered(self):
        self.fill()
        self.calls.waiting[5].cancel()
        self.assertTrue(self.calls.is_full())
        self.start(self.call("next"))
        self.assertEqual(self.order, [])
        self.reply(5)
        self.assertEqual(self.order, ["next"])

    def test_thousands_of_calls_are_all_answered(self):
        tasks = [self.start(self.call(number)) for number in range(3 * self.most)]
        for number in range(len(tasks)):
            self.assertLessEqual(len(self.calls.waiting), self.most)
            self.reply(number, number)
        self.assertEqual([task.result() for task in tasks], list(range(len(tasks))))
        self.assertEqual(self.order, list(range(len(tasks))))
