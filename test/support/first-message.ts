import { type ChildProcess, spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from './free-port.js'
import { blocksOf, README } from './markdown.js'

/** What the README's first section has a reader install, save and run, in its order. */
export function firstSteps(): {
  readonly install: string
  readonly server: string
  readonly client: string
  readonly curl: string
} {
  const [install = '', curl = ''] = blocksOf(README, 'sh')
  const [server = '', client = ''] = blocksOf(README, 'ts')
  return { install, server, client, curl }
}

/** The body that a command of curl sends, written for a Unix shell or for that of Windows. */
export function bodyIn(curl: string): string {
  const [, unix] = /-d '(.*?)' http/.exec(curl) ?? []
  const [, windows] = /-d "(.*?[^\\])" http/.exec(curl) ?? []
  return unix ?? windows?.replaceAll('\\"', '"') ?? ''
}

export interface FirstMessage {
  readonly answer: string
  /** What the client printed for it. */
  readonly shown: string | undefined
  /** What the server lists at `/`. */
  readonly posts: string
}

/**
 * Does what the README says, in a folder from which its packages can be imported: starts the server
 * and the client, and posts to the URL that the server has printed.
 */
export async function firstMessage(folder: string): Promise<FirstMessage> {
  const { server, client, curl } = firstSteps()
  const port = String(await freePort())
  await writeFile(join(folder, 'server.mjs'), server)
  await writeFile(join(folder, 'client.mjs'), client.replace(':3000', `:${port}`))
  const running: ChildProcess[] = []
  const linesOf = (file: string): AsyncIterator<string, undefined> => {
    const child = spawn(process.execPath, [file], {
      cwd: folder,
      env: { ...process.env, PORT: port },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    running.push(child)
    return createInterface(child.stdout)[Symbol.asyncIterator]()
  }
  try {
    const url = ((await linesOf('server.mjs').next()).value ?? '').replace('Post to ', '')
    const client = linesOf('client.mjs')
    const { value: first } = await client.next()
    if (first !== 'Connected') throw new Error(`the client printed ${first ?? 'nothing'}`)
    const headers = { 'Content-Type': 'application/json' }
    const answer = await fetch(url, { method: 'POST', headers, body: bodyIn(curl) })
    const shown = await client.next()
    const posts = await fetch(new URL('/', url))
    return {
      answer: await answer.text(),
      shown: shown.value,
      posts: await posts.text(),
    }
  } finally {
    for (const child of running) child.kill()
  }
}
