import { type ChildProcess, spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from './free-port.js'
import { blocksOf, README } from './markdown.js'

/** What the README has a reader install and save for the first message, and install for live ones. */
export function firstSteps(): {
  readonly install: string
  readonly server: string
  readonly live: readonly string[]
} {
  const [install = '', live = ''] = blocksOf(README, 'sh')
  const [server = ''] = blocksOf(README, 'ts')
  return { install, server, live: live.trim().split('\n') }
}

/** The body that a command of curl sends, written for a Unix shell or for that of Windows. */
export function bodyIn(curl: string): string {
  const [, unix] = /-d '(.*?)' http/.exec(curl) ?? []
  const [, windows] = /-d "(.*?[^\\])" http/.exec(curl) ?? []
  return unix ?? windows?.replaceAll('\\"', '"') ?? ''
}

export interface FirstMessage {
  readonly answer: string
  /** What the server printed for it. */
  readonly shown: string | undefined
}

/** Does what the README says first, in a folder from which its packages can be imported. */
export async function firstMessage(folder: string): Promise<FirstMessage> {
  const port = String(await freePort())
  await writeFile(join(folder, 'server.mjs'), firstSteps().server.replaceAll('3000', port))
  return whileRunning(async (linesOf) => {
    const lines = linesOf(join(folder, 'server.mjs'), port)
    const { value: command = '' } = await lines.next()
    const [, body = '', url = ''] = /^curl -d '(.*)' (\S+)$/.exec(command) ?? []
    // As curl labels what it sends.
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const answer = await fetch(url, { method: 'POST', headers, body })
    return { answer: await answer.text(), shown: (await lines.next()).value }
  })
}

/** Starts the host and the client that the README names next, and posts to it. Returns what the client shows. */
export async function liveMessage(folder: string, text: string): Promise<string | undefined> {
  const port = String(await freePort())
  const [, host = '', client = ''] = firstSteps().live.map((line) => line.replace('node ', ''))
  return whileRunning(async (linesOf) => {
    const { value: posted = '' } = await linesOf(join(folder, host), port).next()
    const shown = linesOf(join(folder, client), port)
    const { value: first } = await shown.next()
    if (first !== 'Connected') throw new Error(`the client printed ${first ?? 'nothing'}`)
    await fetch(posted.replace('Post to ', ''), { method: 'POST', body: JSON.stringify({ text }) })
    return (await shown.next()).value
  })
}

type LinesOf = (file: string, port: string) => AsyncIterator<string, undefined>

/** What is made of the lines that programs print, which end with it. */
async function whileRunning<T>(run: (linesOf: LinesOf) => Promise<T>): Promise<T> {
  const running: ChildProcess[] = []
  try {
    return await run((file, port) => {
      const child = spawn(process.execPath, [file], {
        env: { ...process.env, PORT: port },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      running.push(child)
      return createInterface(child.stdout)[Symbol.asyncIterator]()
    })
  } finally {
    for (const child of running) child.kill()
  }
}
