import type { Writable } from 'node:stream'

/** The maximum number of buffered characters; further output is lost. */
const MAX_WAITING = 1_048_576

/**
 * Writes to stdout or stderr and never throws: with a closed pipe, a full disk or a reader that has
 * stopped, only lines are lost. Writing resumes automatically; `onLost` is then called with the number
 * of lost lines.
 */
export function createOutput(
  stream: Writable,
  onLost: (lines: number) => void = () => undefined,
): (line: string) => void {
  let waiting = 0
  let lost = 0
  let broken = false
  // Without a listener, the error would end the process, or cause an endless loop of logging.
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
    // With a full disk, only the first half of a line may have been written.
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
