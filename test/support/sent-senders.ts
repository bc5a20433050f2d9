import type { JsonValue } from '../../lib/model/records.js'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HookPost } from 'express-incoming-webhooks'
import { bytesOf, exchange, type RawAnswer } from './raw-exchange.js'
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
  return (
    readdirSync(FOLDER)
      .filter((file) => file.endsWith('.json'))
      .map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Sender)
      .filter(({ family }) => family !== '@mattermost/client')
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

/** Sends the exact bytes. */
export function sendAs(address: HookAddress, sender: Sender): Promise<RawAnswer> {
  return exchange(address.url, sentBytes(address, sender))
}

export function sentBytes({ url, hookPath }: HookAddress, { http, request }: Sender): Buffer {
  const { host } = new URL(url)
  if (http !== undefined) {
    const bytes = readFileSync(join(FOLDER, http))
    const end = bytes.indexOf('\r\n\r\n')
    const filled = bytes
      .toString('latin1', 0, end)
      .replaceAll('HOOK_KEY', hookPath.split('/').at(-1) ?? '')
      .replaceAll('localhost:PORT', host)
      // A recording may have been changed since, to name nobody.
      .replace(/^content-length: *\d+/im, `Content-Length: ${bytes.length - end - 4}`)
    return Buffer.concat([Buffer.from(filled, 'latin1'), bytes.subarray(end)])
  }
  const { body = '', content_type: type = 'application/json', headers = {} } = request ?? {}
  return bytesOf({
    method: 'POST',
    path: hookPath,
    headers: { Host: host, ...(type === null ? {} : { 'Content-Type': type }), ...headers },
    body: Buffer.from(body),
  })
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
