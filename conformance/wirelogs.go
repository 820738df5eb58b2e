package conformance

import "coderuntime"

// wireLogs are the cases about log frames that a program forges.
func wireLogs() []Case {
	as := func(n int) string { return repeat("a", n) }
	at64 := func(name string, line int, program string, logs ...string) Case {
		return forging(name, lines{line}, program, gives(`null`, logs...)).limited(logLimit(64))
	}
	return []Case{
		forging("A frame may come in two writes behind a whole one", lines{124}, `
			send(b'{"type":"log","text":"one"}\n{"type":"log",')
			send(b'"text":"two"}\n')
		`, gives(`null`, "one", "two")),
		forging("A frame may come in 60,000 writes of a byte", lines{206}, `
			frame = b'{"type":"log","text":"' + b"x" * 60_000 + b'"}\n'
			for byte in frame:
			    os.write(3, bytes([byte]))
			return "done"
		`, gives(`"done"`, repeat("x", 60_000))).limited(logLimit(512 * kib)),
		forging("A log frame with surrogates is charged as it is spelled", lines{73}, `
			send('{"type":"log","text":"' + "\\ud800" * 1000 + '"}')
		`, gives(`null`, marker(4096))).limited(logLimit(4096)),
		forging("A lone surrogate in a log frame is replaced", lines{73}, `
			send('{"type":"log","text":"a\\ud800b"}')
		`, gives(`null`, "a\ufffdb")),
		at64("A log frame with NULs is charged as it is spelled", 247, `
			send('{"type":"log","text":"' + "\\u0000" * 11 + '"}')
		`, marker(64)),
		forging("A log frame of 4 MiB of NULs is the marker", lines{246}, `
			send('{"type":"log","text":"' + "\\u0000" * (4 << 20) + '"}')
		`, gives(`null`, marker(65536))),
		forging("A flood of log frames goes no further than the budget", lines{343}, `
			for _ in range(2000):
			    send('{"type":"log","text":"' + "x" * 100 + '"}')
		`, Want{Value: `null`, AnyLogs: true, Check: cutLogs(1024)}).limited(logLimit(1024)),
		forging("Only true means truncated", lines{204, 272}, `
			send('{"type":"log","text":"one","truncated":"yes"}', '{"type":"log","text":"two","truncated":1}',
			     '{"type":"log","text":"three","truncated":false}', '{"type":"log","text":"four","truncated":null}')
		`, gives(`null`, "one", "two", "three", "four")),
		forging("A forged cut is one marker of the host's and nothing of its text", lines{204}, `
			send('{"type":"log","text":"kept"}', '{"type":"log","text":"mine","truncated":true}',
			     '{"type":"log","text":"mine too","truncated":true}', '{"type":"log","text":"late"}')
		`, gives(`null`, "kept", marker(65536))),
		forging("The text of a forged cut may be of any size", lines{205}, `
			send('{"type":"log","text":"' + "x" * (1 << 20) + '","truncated":true}')
		`, gives(`null`, marker(65536))),
		forging("An open entry that is never closed is an entry at the end", lines{103}, `
			send('{"type":"log","text":"x","open":true}')
			for _ in range(3000):
			    send('{"type":"log","text":"a","open":true}')
		`, gives(`null`, "x"+as(3000))),
		forging("An open entry may go on with nothing", lines{105}, `
			send('{"type":"log","text":"x","open":true}', '{"type":"log","text":"","open":true}', '{"type":"log","text":"y"}')
		`, gives(`null`, "xy")),
		forging("An open entry of 3000 parts is one entry", lines{106}, `
			send('{"type":"log","text":"x","open":true}')
			send(*['{"type":"log","text":"a","open":true}'] * 3000)
			send('{"type":"log","text":"y"}')
		`, gives(`null`, "x"+as(3000)+"y")),
		forging("Only true means open", lines{292}, `
			send('{"type":"log","text":"one","open":1}', '{"type":"log","text":"two","open":"true"}', '{"type":"log","text":"three","open":null}')
		`, gives(`null`, "one", "two", "three")),
		at64("An open entry keeps what fits", 107, `
			send(*['{"type":"log","text":"a","open":true}'] * 2000)
		`, as(60), marker(64)),
		forging("What is paid of an open entry comes before the marker", lines{108}, `
			send(*['{"type":"log","text":"p","open":true}'] * 2000)
			send('{"type":"log","text":"' + "x" * 70_000 + '","open":true}')
		`, gives(`null`, repeat("p", 2000), marker(65536))),
		at64("The end of an open entry behind the cut has no effect", 110, `
			send(*['{"type":"log","text":"a","open":true}'] * 2000)
			send('{"type":"log","text":"end"}')
		`, as(60), marker(64)),
		at64("An open part that doesn't fit leaves the marker alone", 113, `
			send('{"type":"log","text":"' + "a" * 61 + '","open":true}')
		`, marker(64)),
		at64("An entry that begins with almost nothing left leaves the marker", 116, `
			send('{"type":"log","text":"' + "a" * 28 + '","open":true}', '{"type":"log","text":"' + "a" * 31 + '"}',
			     '{"type":"log","text":"x","open":true}')
		`, as(59), marker(64)),
	}
}

// wireCaps are the cases about the size of frames, and of the messages in them.
func wireCaps() []Case {
	forgedMessage := func(name string, line int, size coderuntime.ByteSize, text, want string) Case {
		return forging(name, lines{line, 348}, `
			send('{"type":"done","error":{"kind":"exception","message":"' + `+text+` + '"}}')
			await tools.hang(None)
		`, says(exception, want)).limited(valueLimit(size))
	}
	tooLong := func(name string, numbers lines, program string) Case {
		return forging(name, numbers, program, says(workerExit, "protocol frame exceeded 67108864 bytes on fd 3"))
	}
	return []Case{
		forgedMessage("A forged message of 48 MiB is cut", 248, 64, `"E" * (48 << 20)`, repeat("E", 49)+messageMarker),
		forgedMessage("A forged message is cut to exactly its budget", 249, 40, `"E" * 100`, repeat("E", 25)+messageMarker),
		forgedMessage("A budget smaller than the marker leaves a forged message the marker", 250, 4, `"E" * 100`, messageMarker),
		forgedMessage("A forged message is cut between two characters", 251, 32, `"A" * 32 + "😀"`, repeat("A", 17)+messageMarker),
		forgedMessage("A forged message that fits in bytes is left", 252, 64, `"漢字漢字漢字"`, "漢字漢字漢字"),
		forgedMessage("A forged message of wide characters is cut between two", 253, 66, `"E" + "😀" * 40`, "E"+repeat("😀", 12)+messageMarker),
		forgedMessage("A lone surrogate in a forged message is replaced", 253, 64, `"a\\ud800b"`, "a\ufffdb"),
		tooLong("A frame of 65 MiB ends the run", lines{100, 337}, `
			send('{"type":"log","text":"' + "x" * (65 << 20) + '"}')
			time.sleep(600)
		`),
		tooLong("A frame four bytes over the cap ends the run", lines{254, 338}, `
			send(b"x" * ((64 << 20) + 4), b"\n")
			time.sleep(600)
		`),
		tooLong("A flood without line ends ends the run before its time", lines{244, 255}, `
			block = b"x" * (1 << 20)
			while True:
			    send(block)
		`),
		tooLong("A frame over the cap in pieces of 4 KiB ends the run", lines{257}, `
			for _ in range(16384):
			    os.write(3, b"x" * 4096)
			send(b"x" * 12289, b"\n")
			time.sleep(600)
		`),
		forging("A line of exactly the cap is dropped and the frame behind it is taken", lines{256, 337}, `
			send(b"x" * (64 << 20), b"\n", '{"type":"log","text":"behind"}')
			return "done"
		`, gives(`"done"`, "behind")),
	}
}
