import type { JsonValue } from '../../lib/model/records.js'
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { HookPost } from 'express-incoming-webhooks'
import { ROOT } from './root.js'

const FOLDER = join(ROOT, 'test/blackbox/suite/senders')

/** Where a host listens, and the path of its webhook. */
export interface HookAddress {
  readonly url: string
  readonly hookPath: string
}

/** A request of a real program, and what must come of it. */
export interface Sender {
  readonly name: string
  readonly family: string
  /** Of a program that does not send our own format. */
  readonly foreign?: boolean
  readonly http?: string
  readonly request?: {
    readonly body: string
    readonly content_type?: string | null
    readonly headers?: Readonly<Record<string, string>>
  }
  readonly expect: {
    readonly status: number | readonly number[]
    readonly body?: string
    readonly id?: string
    readonly posts?: number | readonly unknown[]
    readonly channel?: string | readonly string[]
    readonly contains?: readonly string[]
    readonly not_contains?: readonly string[]
    readonly each?: { readonly props: Readonly<Record<string, JsonValue>> }
  }
}

/** Those that post to a hook; the rest calls an API that this host does not have. */
export function readSenders(): readonly Sender[] {
  const list = readFileSync(join(FOLDER, '../../expected-failures.json'), 'utf8')
  const { names } = JSON.parse(list) as { readonly names: readonly { readonly name: string }[] }
  const failing = new Set(names.map(({ name }) => name))
  return (
    readdirSync(FOLDER)
      .filter((file) => file.endsWith('.json'))
      .map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Sender)
      .filter(({ family, name }) => family !== '@mattermost/client' && !failing.has(name))
      // Recorded when no other format was read.
      .map((sender) => (sender.foreign === true ? asForeign(sender) : sender))
  )
}

function asForeign(sender: Sender): Sender {
  return { ...sender, expect: { status: [200, 204], posts: 1 } }
}

/** The rooms that a sender's messages may go to; `dm:…` for those of two. */
export function channelsOf({ expect }: Sender): readonly string[] {
  return [expect.channel ?? []].flat()
}

/** Sends the exact bytes, and answers status and body. */
export function sendAs(
  { url, hookPath }: HookAddress,
  sender: Sender,
): Promise<{ readonly status: number; readonly text: string }> {
  const { host, port } = new URL(url)
  const bytes = bytesOf(sender, hookPath, host)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes))
    let received = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      received += chunk
      const answer = wholeAnswer(received)
      if (answer === null) return
      socket.destroy()
      resolve(answer)
    })
    socket.on('error', reject)
    socket.on('close', () => {
      reject(new Error(`no whole answer: ${received}`))
    })
    socket.setTimeout(60_000, () => socket.destroy(new Error(`no whole answer: ${received}`)))
  })
}

function wholeAnswer(received: string): { readonly status: number; readonly text: string } | null {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return null
  const head = received.slice(0, end)
  const text = received.slice(end + 4)
  const status = Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length))
  const length = /^content-length: *(\d+)/im.exec(head)?.[1]
  if (length === undefined && status !== 204) return null
  return Buffer.byteLength(text) < Number(length ?? 0) ? null : { status, text }
}

function bytesOf({ http, request }: Sender, hookPath: string, host: string): Buffer {
  const key = hookPath.split('/').at(-1) ?? ''
  if (http !== undefined) {
    const bytes = readFileSync(join(FOLDER, http))
    const end = bytes.indexOf('\r\n\r\n')
    const filled = bytes
      .toString('latin1', 0, end)
      .replaceAll('HOOK_KEY', key)
      .replaceAll('localhost:PORT', host)
      // A recording may have been changed since, to name nobody.
      .replace(/^content-length: *\d+/im, `Content-Length: ${bytes.length - end - 4}`)
    return Buffer.concat([Buffer.from(filled, 'latin1'), bytes.subarray(end)])
  }
  const { body = '', content_type: type = 'application/json', headers = {} } = request ?? {}
  const all = Object.entries({
    Host: host,
    ...(type === null ? {} : { 'Content-Type': type }),
    ...headers,
    'Content-Length': String(Buffer.byteLength(body)),
  })
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return Buffer.from(`POST ${hookPath} HTTP/1.1\r\n${lines}\r\n${body}`)
}

/** All that a reader sees of these posts, with and without the marks of Markdown. */
export function visible(posts: readonly Pick<HookPost, 'message' | 'props'>[]): string {
  const all = posts
    .flatMap((post) => [post.message, ...textsOf(post.props['attachments'] ?? null)])
    .join('\n')
  const plain = all
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
  return `${all}\n${plain}`
}

function textsOf(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}
