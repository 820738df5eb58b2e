"""What a program sees of the host's functions."""

from guest import bindings, protocol
from support import LoopTest


class Namespaces(LoopTest):
    def build(self, *names, error_class=None, member="tool", label="tools"):
        spec = {"global": label, "names": list(names)}
        if error_class:
            spec["errorClass"] = {"name": error_class, "memberNameProperty": member}
        built = bindings.build([spec], self.calls)
        self.failure = built.get(error_class)
        return built[label]


class Reaching(Namespaces):
    def test_a_function_is_reached_by_dot_and_by_subscript(self):
        tools = self.build("echo", "a-b", "class", "é")
        for function in (tools.echo, tools["echo"], tools["a-b"], tools["class"], getattr(tools, "class"), tools.é):
            self.start(function({"n": [1]}))
        frames = self.wire.frames()
        self.assertEqual([frame["name"] for frame in frames], ["echo", "echo", "a-b", "class", "class", "é"])
        self.assertEqual(frames[0], {"type": "call", "id": 0, "global": "tools", "name": "echo", "args": {"n": [1]}})

    def test_what_was_not_declared_is_named(self):
        tools = self.build("echo")
        for name in ("missing", "_functions", "_x", "__x", "x__"):
            with self.assertRaises(AttributeError) as caught:
                getattr(tools, name)
            self.assertEqual(str(caught.exception), f"tool {name!r} is not declared in namespace 'tools'")
        with self.assertRaises(KeyError) as caught:
            tools["missing"]
        self.assertEqual(caught.exception.args, ("tool 'missing' is not declared in namespace 'tools'",))
        self.assertFalse(hasattr(tools, "missing"))
        self.assertEqual(getattr(tools, "missing", 7), 7)

    def test_what_it_holds_is_out_of_the_programs_names(self):
        tools = self.build("echo")
        for name in ("_functions", "_missing", "_label", "__dict__", "__weakref__"):
            self.assertFalse(hasattr(tools, name), name)
            self.assertFalse(hasattr(type(tools), name) and name[1] != "_", name)
        self.assertRaises(TypeError, vars, tools)
        self.assertEqual(dir(tools), ["echo"])

    def test_a_function_may_have_the_name_of_what_it_holds_or_of_what_Python_uses(self):
        names = "_functions _missing _label __class__ __dict__ __init__ __getattribute__ keys _ __".split()
        tools = self.build(*names)
        for name in names:
            self.start(getattr(tools, name)(None))
            self.start(tools[name](None))
        self.assertEqual([frame["name"] for frame in self.wire.frames()], [name for name in names for _ in "12"])

    def test_names_that_Python_uses_are_its_own_unless_declared(self):
        tools = self.build("echo")
        self.assertIs(tools.__class__, type(tools))
        self.assertEqual(repr(tools), "<namespace tools: echo>")
        self.assertIs(tools, tools)
        self.assertEqual({tools: 1}[tools], 1)

    def test_it_cannot_be_changed(self):
        tools = self.build("echo")
        for name in ("echo", "other", "_functions", "__class__"):
            with self.assertRaises(AttributeError):
                setattr(tools, name, None)
            with self.assertRaises((AttributeError, TypeError)):
                delattr(tools, name)
        with self.assertRaises(TypeError):
            tools["echo"] = None
        self.start(tools.echo(1))
        self.assertEqual(len(self.wire.frames()), 1)

    def test_a_function_is_named_and_made_anew_each_time(self):
        tools = self.build("echo")
        self.assertEqual((tools.echo.__name__, tools.echo.__qualname__), ("echo", "tools.echo"))
        self.assertIsNot(tools.echo, tools.echo)
        tools.echo.mark = 1
        self.assertFalse(hasattr(tools.echo, "mark"))

    def test_namespaces_are_kept_apart(self):
        built = bindings.build(
            [
                {"global": "a", "names": ["f", "g"], "errorClass": {"name": "AError", "memberNameProperty": "which"}},
                {"global": "b", "names": ["f"]},
                {"global": "empty", "names": []},
            ],
            self.calls,
        )
        self.assertEqual(set(built), {"a", "b", "empty", "AError"})
        self.start(built["a"].f(1))
        self.start(built["b"].f(2))
        self.assertEqual([frame["global"] for frame in self.wire.frames()], ["a", "b"])
        self.assertFalse(hasattr(built["b"], "g"))
        self.assertEqual(dir(built["empty"]), [])


class Calling(Namespaces):
    def failure_of(self, task):
        self.assertTrue(task.done())
        return task.exception()

    def test_a_call_gives_its_answer(self):
        tools = self.build("echo")
        task = self.start(tools.echo(None))
        self.assertFalse(task.done())
        self.reply(0, {"n": 1})
        self.assertEqual(task.result(), {"n": 1})

    def test_a_call_takes_exactly_one_argument_by_position(self):
        tools = self.build("echo")
        for args, named in (((), {}), ((1, 2), {}), ((), {"args": 1}), ((1,), {"x": 1})):
            with self.assertRaises(TypeError):
                tools.echo(*args, **named)
        self.assertEqual(self.wire.frames(), [])

    def test_nothing_is_sent_before_the_call_is_awaited(self):
        tools = self.build("echo")
        call = tools.echo(1)
        self.assertEqual(self.wire.frames(), [])
        call.close()
        self.assertEqual(self.wire.frames(), [])

    def test_the_argument_is_that_of_the_moment_of_the_call(self):
        tools = self.build("echo")
        args = {"n": 1}
        self.start(tools.echo(args))
        args["n"] = 2
        self.assertEqual(self.wire.frames()[0]["args"], {"n": 1})

    def test_a_failure_is_a_RuntimeError_with_the_hosts_words_and_nothing_behind_it(self):
        tools = self.build("echo")
        task = self.start(tools.echo(None))
        self.reject(0, "no such file")
        error = self.failure_of(task)
        self.assertEqual((type(error), str(error)), (RuntimeError, "no such file"))
        self.assertIsNone(error.__cause__)
        self.assertTrue(error.__suppress_context__)

    def test_a_failure_of_a_declared_class_names_the_function(self):
        tools = self.build("echo", "other", error_class="ToolError", member="tool name")
        task = self.start(tools.other(None))
        self.reject(0, "no")
        error = self.failure_of(task)
        self.assertIs(type(error), self.failure)
        self.assertEqual((str(error), getattr(error, "tool name")), ("no", "other"))

    def test_a_declared_class_looks_like_one_of_the_program(self):
        self.build("echo", error_class="ToolError")
        self.assertEqual(self.failure.__mro__, (self.failure, Exception, BaseException, object))
        self.assertEqual((self.failure.__name__, self.failure.__qualname__), ("ToolError", "ToolError"))
        self.assertEqual(self.failure.__module__, "__main__")

    def test_an_argument_that_is_not_lossless_is_a_failure_and_never_sent(self):
        for error_class in (None, "ToolError"):
            tools = self.build("echo", error_class=error_class)
            for args, reason in (
                (float("nan"), "non-finite float"),
                ({1: 2}, "non-string dict key (int)"),
                ((1,), "unsupported type (tuple)"),
            ):
                error = self.failure_of(self.start(tools.echo(args)))
                self.assertIs(type(error), self.failure or RuntimeError)
                self.assertEqual(str(error), f"binding arguments must be lossless JSON ({reason})")
                self.assertEqual(getattr(error, "tool", "echo"), "echo")
        self.assertEqual(self.wire.frames(), [])
        self.assertEqual(self.calls.waiting, {})

    def test_a_call_over_the_limit_waits_for_its_turn(self):
        tools = self.build("echo")
        tasks = [self.start(tools.echo(number)) for number in range(protocol.MAX_OUTSTANDING_CALLS + 2)]
        self.assertEqual(len(self.wire.frames()), protocol.MAX_OUTSTANDING_CALLS)
        self.reply(3, "three")
        self.assertEqual([frame["args"] for frame in self.wire.frames()], [protocol.MAX_OUTSTANDING_CALLS])
        self.assertEqual(tasks[3].result(), "three")

    def test_a_wire_that_breaks_is_told_as_what_it_is(self):
        tools = self.build("echo", error_class="ToolError")
        self.wire.broken = True
        self.assertIs(type(self.failure_of(self.start(tools.echo(1)))), OSError)
