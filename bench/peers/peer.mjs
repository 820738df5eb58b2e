// Runs programs on one peer, which the first argument names. A request is a line of JSON on standard
// input and its answer a line on standard output:
//
//   {"kind": "run" | "work" | "call", "program": TEXT, "mark": FUNCTION}
//   {"nanoseconds": [N, ...], "value": JSON TEXT, "logs": COUNT}  or  {"error": TEXT}
//
// "run" is timed from nothing to the value, "work" without the start of an interpreter, and "call"
// from one call of tools.FUNCTION to the next.

import { createInterface } from 'node:readline'

console.log = console.error // standard output is for answers

const now = () => process.hrtime.bigint()

const indent = text => '    ' + text.trim().replaceAll('\n', '\n    ')

// A program is the body of a function. What it returns is the value of the whole text, as JSON.
const whole = text => /\bawait\b/.test(text)
  ? `import json\nasync def main():\n${indent(text)}\njson.dumps(await main())`
  : `import json\ndef main():\n${indent(text)}\njson.dumps(main())`

class Marks {
  times = []

  // tools returns functions that return their argument; calls of the marked one are noted.
  tools(mark, convert = value => value) {
    const echo = async value => convert(value)
    const marked = async value => {
      this.times.push(now())
      return convert(value)
    }
    return { echo, [mark ?? 'mark']: marked }
  }

  intervals() {
    return this.times.slice(1).map((time, i) => Number(time - this.times[i]))
  }
}

// Pyodide: an interpreter for each program, or one for all, which isolates nothing.
async function pyodide(reuse) {
  const { loadPyodide } = await import('pyodide')
  let kept
  return async ({ kind, program, mark }) => {
    const marks = new Marks()
    let logs = 0
    const start = now()
    const python = reuse || kind !== 'run' ? (kept ??= await loadPyodide()) : await loadPyodide()
    python.setStdout({ batched: () => logs++ })
    const started = now()
    const copy = value => python.toPy(value?.toJs ? value.toJs({ dict_converter: Object.fromEntries }) : value)
    const globals = python.toPy({ tools: marks.tools(mark, copy) }, { depth: 1 })
    const value = await python.runPythonAsync(whole(program), { globals })
    const end = now()
    const nanoseconds = kind === 'call' ? marks.intervals() : [Number(end - (kind === 'run' ? start : started))]
    return { nanoseconds, value, logs }
  }
}

// Monty: an interpreter of its own, for a part of the language.
async function monty() {
  const { Monty, runMontyAsync } = await import('@pydantic/monty')
  return async ({ kind, program, mark }) => {
    const marks = new Marks()
    let logs = 0
    const start = now()
    const value = await runMontyAsync(new Monty(whole(program)), {
      externalFunctions: marks.tools(mark),
      printCallback: (_, text) => { logs += text.split('\n').length - 1 },
    })
    const end = now()
    return { nanoseconds: kind === 'call' ? marks.intervals() : [Number(end - start)], value, logs }
  }
}

const peers = { pyodide: () => pyodide(false), 'pyodide-reused': () => pyodide(true), monty }

const run = await peers[process.argv[2]]()
for await (const line of createInterface({ input: process.stdin })) {
  let answer
  try {
    answer = await run(JSON.parse(line))
  } catch (error) {
    answer = { error: lastLine(error) }
  }
  process.stdout.write(JSON.stringify(answer) + '\n')
}

// The last line of a Python traceback says what went wrong.
function lastLine(error) {
  const lines = String(error?.message ?? error).trim().split('\n')
  return lines[lines.length - 1]
}
