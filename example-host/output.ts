import type { Writable } from 'node:stream'

/** Characters that may wait for whoever reads the other end; what is written beyond them is lost. */
const MAX_WAITING = 1_048_576

/**
 * Writes to stdout or stderr and never throws: a closed pipe, a full disk or a reader that has stopped
 * reading costs lines and nothing else. Writing resumes by itself; `onLost` is then called with the
 * number of lost lines.
 */
export function createOutput(
  stream: Writable,
  onLost: (lines: number) => void = () => undefined,
): (line: string) => void {
  let waiting = 0
  let lost = 0
  let broken = false
  // Without a listener the error would end the process, or be logged, fail and be logged for ever.
  stream.on('error', () => undefined)
  const fail = (): void => {
    lost += 1
    broken = true
  }
  const settle = (size: number, error: Error | null | undefined): void => {
    waiting -= size
    if (error) fail()
    else if (lost > 0) {
      const lines = lost
      lost = 0
      onLost(lines)
    }
  }
  return (line) => {
    if (waiting + line.length > MAX_WAITING) {
      lost += 1
      return
    }
    // A full disk may have taken the first half of a line.
    const text = broken ? `\n${line}` : line
    broken = false
    waiting += text.length
    try {
      stream.write(text, (error) => {
        settle(text.length, error)
      })
    } catch {
      waiting -= text.length
      fail()
    }
  }
}
