/** A system call of a trace. `begin` and `end` are lines of it: what lies between ran meanwhile. */
export interface SystemCall {
  readonly name: string
  /** The first argument, where that is a number. */
  readonly fd: number
  readonly args: string
  readonly result: string
  readonly begin: number
  readonly end: number
}

/** Reads what `strace -f -o` writes. A call that others interrupt takes two lines. */
export function parseTrace(text: string): SystemCall[] {
  const calls: SystemCall[] = []
  const open = new Map<string, { name: string; args: string; begin: number }>()
  for (const [at, line] of text.split('\n').entries()) {
    const [, pid = '', rest = ''] = /^(\d+) +(.*)$/s.exec(line) ?? []
    const resumed = /^<\.\.\. (\w+) resumed>/.exec(rest)
    const started = /^(\w+)\(/.exec(rest)
    if (resumed) {
      const call = open.get(pid)
      open.delete(pid)
      if (call) calls.push(toCall({ ...call, args: call.args + rest }, at))
    } else if (started) {
      const call = { name: started[1] ?? '', args: rest.slice(started[0].length), begin: at }
      if (rest.endsWith('<unfinished ...>')) open.set(pid, call)
      else calls.push(toCall(call, at))
    }
  }
  return calls.sort((a, b) => a.begin - b.begin)
}

function toCall(call: { name: string; args: string; begin: number }, end: number): SystemCall {
  const [, result = ''] = /\) += (\S+)[^=]*$/.exec(call.args.slice(-200)) ?? []
  const head = /^-?\d+/.exec(call.args)
  return { ...call, fd: Number(head?.[0] ?? -1), result, end }
}
