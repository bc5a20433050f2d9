import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Sends a question to a process and returns its next message. Rejects if it ends instead. */
export async function ask(child: ChildProcess, question: string | object): Promise<unknown> {
  const answer = nextMessage(child)
  child.send(question)
  return answer
}

export async function nextMessage(child: ChildProcess): Promise<unknown> {
  const ended = new AbortController()
  const onExit = (): void => {
    ended.abort(new Error('the process has ended'))
  }
  child.once('exit', onExit)
  try {
    const [message] = (await once(child, 'message', { signal: ended.signal })) as [unknown]
    return message
  } finally {
    child.off('exit', onExit)
  }
}
