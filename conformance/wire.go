package conformance

import "coderuntime"

// channel is what a program needs to forge frames and to read the host's.
const channel = `
import json, os, time
def send(*frames):
    data = memoryview(b"".join(frame if type(frame) is bytes else frame.encode() + b"\n" for frame in frames))
    while data:
        data = data[os.write(3, data):]
def receive(count):
    data = b""
    while data.count(b"\n") < count:
        try:
            data += os.read(3, 65536)
        except BlockingIOError:
            time.sleep(0.001)
    return [json.loads(line) for line in data.splitlines()]
`

// forging is a case whose program writes frames of its own.
func forging(name string, numbers lines, program string, want Want) Case {
	return Case{Name: name, Lines: numbers, Program: channel + dedent(program), Want: want}
}

func (c Case) limited(limits coderuntime.Limits) Case {
	c.Limits = limits
	return c
}

// wire are the cases about frames that a program forges: calls and the end of the run.
func wire() []Case {
	return []Case{
		forging("A second boot-ack doesn't bring the program a second time", lines{19}, `
			send('{"type":"boot-ack"}', '{"type":"call","id":0,"global":"tools","name":"echo","args":"probe"}')
			return receive(1)
		`, gives(`[{"type":"reply","id":0,"ok":true,"value":"probe"}]`)),
		forging("Lines that are no frame are dropped", lines{174, 271, 272, 273, 275, 276, 292, 342}, `
			send('junk', '', '{', '[]', 'null', '1', '"x"', '{}', '{"type":1}', '{"type":"nope"}', '{"type":null}',
			     '{"TYPE":"done","value":1}', '{"type":"Done","value":1}', '{"type":"done","value":1} x', '{"type":"done","value":1,}',
			     "{'type':'done'}", '{"type":"done","value":NaN}', '{"type":"done","value":01}', '{"type":"done","value":"\t"}',
			     '{"type":"done","error":null}', '{"type":"done","error":{}}', '{"type":"done","error":"x"}',
			     '{"type":"done","error":{"kind":"abort","message":"x"}}', '{"type":"done","error":{"kind":"worker-exit","message":"x"}}',
			     '{"type":"done","error":{"kind":"exception"}}', '{"type":"done","error":{"kind":"exception","message":1}}',
			     '{"type":"done","error":{"kind":1,"message":"x"}}', '{"type":"log"}', '{"type":"log","text":1}', '{"type":"log","text":null}',
			     '{"type":"call"}', '{"type":"call","id":"0","global":"tools","name":"echo","args":1}',
			     '{"type":"call","id":0,"global":"tools","name":"echo"}', '{"type":"call","id":0,"global":1,"name":"echo","args":1}',
			     '{"type":"call","id":0,"global":"tools","name":["echo"],"args":1}', '{"type":"call","id":null,"global":"tools","name":"echo","args":1}',
			     '{"type":"boot"}', '{"type":"run","program":"return 1"}', '{"type":"reply","id":0,"ok":true,"value":1}', b'\xff\xfe\n', b'\0\n')
			return await tools.echo("real")
		`, Want{Value: `"real"`, Calls: []string{`tools.echo "real"`}}),
		forging("A frame that isn't UTF-8 is dropped", lines{119}, `
			send(b'{"type":"done","value":"\xff"}\n', b'{"type":"log","text":"\xed\xa0\x80"}\n')
			return "real"
		`, gives(`"real"`)),
		forging("A frame with an integer between two doubles is dropped", lines{179, 283}, `
			send('{"type":"call","id":0,"global":"tools","name":"echo","args":9007199254740993}',
			     '{"type":"done","value":9007199254740993}', '{"type":"done","value":[-9007199254740993]}',
			     '{"type":"done","value":' + "9" * 400 + '}')
			return await tools.echo("real")
		`, Want{Value: `"real"`, Calls: []string{`tools.echo "real"`}}),
		forging("A call with an argument that is not lossless is dropped", lines{277, 278, 353}, `
			for args in ["1e400", "-0", "[-0.0]", '{"x":-1e999}']:
			    send('{"type":"call","id":0,"global":"tools","name":"echo","args":' + args + '}')
			for number in ["-0", "1e400", "0.5", "-1", "1"]:
			    send('{"type":"call","id":' + number + ',"global":"tools","name":"echo","args":1}')
			return await tools.echo("real")
		`, Want{Value: `"real"`, Calls: []string{`tools.echo "real"`}}),
		forging("Only the next number is a call, however it is spelled", lines{177, 341}, `
			send(*['{"type":"call","id":%d,"global":"tools","name":"echo","args":"forged"}' % i for i in range(2000, 0, -1)])
			send('{"type":"call","id":0.0,"global":"tools","name":"echo","args":"first"}',
			     '{"type":"call","id":0,"global":"tools","name":"echo","args":"again"}',
			     '{"type":"call","id":1e0,"global":"tools","name":"echo","args":"second"}')
			return receive(2) and None
		`, Want{Value: `null`, Calls: []string{`tools.echo "first"`, `tools.echo "second"`}}),
		forging("A call of what is not bound is answered", lines{175, 341}, `
			names = [("nope", "x"), ("tools", "constructor"), ("__proto__", "echo"), ("tools", "hasOwnProperty"), ("tools", "")]
			for i, (namespace, name) in enumerate(names):
			    send(json.dumps({"type": "call", "id": i, "global": namespace, "name": name, "args": None}))
			return [reply["message"] for reply in sorted(receive(5), key=lambda reply: reply["id"])]
		`, Want{
			Value: `["unknown binding \"nope.x\"","unknown binding \"tools.constructor\"","unknown binding \"__proto__.echo\"",` +
				`"unknown binding \"tools.hasOwnProperty\"","unknown binding \"tools.\""]`,
			Calls: []string{},
		}),
		forging("The name of what is not bound is quoted in part", lines{176}, `
			send('{"type":"call","id":0,"global":"tools","name":"' + "n" * 100_000 + '","args":1}')
			message = receive(1)[0]["message"]
			return [message.startswith('unknown binding "tools.nnn'), len(message) < 1100]
		`, gives(`[true,true]`)),
		forging("A forged call with a name of 8 MiB disturbs nothing", lines{144}, `
			send('{"type":"call","id":9001,"global":"tools","name":"' + "n" * (8 << 20) + '","args":1}')
			return await tools.echo("real")
		`, Want{Value: `"real"`, Calls: []string{`tools.echo "real"`}}).limited(valueLimit(128)),
		forging("A forged end without a value is a run without one", lines{63}, `
			send('{"type":"done"}')
			await tools.hang(None)
		`, gives("")),
		forging("A forged value is the value, spelled as the contract spells it", lines{347}, `
			send('{"type": "done", "value": {"a": [1.0, "\\u0041\\ud83d\\ude00\\ud800", 1e2] }}')
			await tools.hang(None)
		`, gives(`{"a":[1,"A😀\ud800",100]}`)),
		forging("The first end counts and nothing after it", lines{346}, `
			send('{"type":"done","value":1}', '{"type":"log","text":"late"}', '{"type":"done","value":2}',
			     '{"type":"call","id":0,"global":"tools","name":"echo","args":1}')
			await tools.hang(None)
		`, Want{Value: `1`, Calls: []string{}}),
		forging("Of two members with one name the last counts", lines{276}, `
			send('{"type":"log","text":"x","value":1,"type":"done","value":2}')
			await tools.hang(None)
		`, gives(`2`)),
		forging("An end with a value and an error is a failure", lines{346}, `
			send('{"type":"done","value":1,"error":{"kind":"exception","message":"forged"}}')
			await tools.hang(None)
		`, says(exception, "forged")),
		forging("A forged end may say that the time is over", lines{295}, `
			send('{"type":"done","error":{"kind":"timeout","message":"forged"}}')
			await tools.hang(None)
		`, says(timeout, "forged")),
		forging("A forged end may say that the value was too large", lines{356}, `
			send('{"type":"done","error":{"kind":"output-limit","message":"forged"}}')
			await tools.hang(None)
		`, says(outputLimit, "forged")),
		forging("A forged value with an infinite number is invalid", lines{88, 288, 355}, `
			send('{"type":"done","value":[1e400]}')
			await tools.hang(None)
		`, says(invalidOutput, "completion value contained a non-lossless number")),
		forging("A forged value with a negative zero is invalid", lines{88, 288, 355}, `
			send('{"type":"done","value":{"x":-0}}')
			await tools.hang(None)
		`, says(invalidOutput, "completion value contained a non-lossless number")),
		forging("A forged value that is too large and not lossless is too large", lines{289}, `
			send('{"type":"done","value":[1e400,"' + "x" * 200 + '"]}')
			await tools.hang(None)
		`, says(outputLimit, "completion value exceeded 128 bytes")).limited(valueLimit(128)),
		forging("A forged value over the budget is too large", lines{245, 344}, `
			send('{"type":"done","value":"' + "x" * 40_000 + '"}')
			await tools.hang(None)
		`, says(outputLimit, "completion value exceeded 32768 bytes")),
		forging("A forged value fits to the byte", lines{245, 284}, `
			send('{"type":"done","value":"' + "x" * 62 + '"}')
			await tools.hang(None)
		`, gives(`"`+repeat("x", 62)+`"`)).limited(valueLimit(64)),
		forging("A forged value one byte over the budget is too large", lines{245, 284}, `
			send('{"type":"done","value":"' + "x" * 63 + '"}')
			await tools.hang(None)
		`, Want{Failure: outputLimit}).limited(valueLimit(64)),
		forging("A forged value of 20,000 levels is too large", lines{136}, `
			send('{"type":"done","value":' + "[" * 20_000 + "]" * 20_000 + '}')
			await tools.hang(None)
		`, Want{Failure: outputLimit}),
		forging("A forged value of 3000 levels is fine", lines{347}, `
			send('{"type":"done","value":' + "[" * 3000 + "]" * 3000 + '}')
			await tools.hang(None)
		`, gives(repeat("[", 3000)+repeat("]", 3000))),
		forging("Calls without end whose replies nobody reads end the run", lines{229}, `
			for i in range(5000):
			    send('{"type":"call","id":%d,"global":"tools","name":"echo","args":"%s"}' % (i, "x" * 1000))
			time.sleep(600)
		`, fails(workerExit, "reply queue exceeded 1024 pending frames on fd 3")),
		forging("Calls without end that never return end the run", lines{230}, `
			for i in range(5000):
			    send('{"type":"call","id":%d,"global":"tools","name":"hang","args":1}' % i)
			time.sleep(600)
		`, fails(workerExit, "call backlog exceeded 1024 in-flight binding calls")),
		forging("1025 calls in one write that never return end the run", lines{233}, `
			send(*['{"type":"call","id":%d,"global":"tools","name":"hang","args":1}' % i for i in range(1025)])
			time.sleep(600)
		`, fails(workerExit, "call backlog exceeded 1024 in-flight binding calls")),
		forging("1025 calls that never return end the run before the end that follows them", lines{235}, `
			send(*['{"type":"call","id":%d,"global":"tools","name":"hang","args":1}' % i for i in range(1025)],
			     '{"type":"done","value":1}')
			time.sleep(600)
		`, fails(workerExit, "call backlog exceeded 1024 in-flight binding calls")),
	}
}
