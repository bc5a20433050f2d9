import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, inflateSync } from 'node:zlib'
import type { HookBody } from '../../lib/native/body/sent.js'
import type { HookRequest } from '../../lib/pipeline/request.js'
import { ROOT } from './root.js'

const FOLDER = join(ROOT, 'test/blackbox/suite/senders')

export interface Sender {
  readonly name: string
  /** Fragments that a reader must see. */
  readonly contains: readonly string[]
  readonly request: () => HookRequest
}

interface SenderFile {
  readonly name: string
  readonly http?: string
  readonly request?: { readonly body?: string; readonly content_type?: string | null }
  readonly expect: {
    readonly status: unknown
    readonly posts?: unknown
    readonly contains?: string[]
  }
}

/** Requests as real programs send them, those that must be accepted as a message. */
export function acceptedSenders(): readonly Sender[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as SenderFile)
    .filter(({ expect }) => expect.status === 200 && expect.posts !== undefined)
    .map((sender) => ({
      name: sender.name,
      contains: sender.expect.contains ?? [],
      request: () => requestOf(sender),
    }))
}

function requestOf({ http, request }: SenderFile): HookRequest {
  if (http !== undefined) return recorded(readFileSync(join(FOLDER, http)))
  const { body = '', content_type: type = 'application/json' } = request ?? {}
  return requestWith(type ?? undefined, Buffer.from(body))
}

function recorded(bytes: Buffer): HookRequest {
  const end = bytes.indexOf('\r\n\r\n')
  const [, ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const headers = new Map(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const raw = bytes.subarray(end + 4)
  const whole = headers.get('transfer-encoding') === 'chunked' ? joinChunks(raw) : raw
  return requestWith(headers.get('content-type'), inflated(whole, headers.get('content-encoding')))
}

function inflated(bytes: Buffer, encoding = ''): Buffer {
  if (encoding === 'gzip') return gunzipSync(bytes)
  return encoding === 'deflate' ? inflateSync(bytes) : bytes
}

function joinChunks(bytes: Buffer): Buffer {
  const chunks: Buffer[] = []
  for (let at = 0; ;) {
    const end = bytes.indexOf('\r\n', at)
    const length = parseInt(bytes.toString('latin1', at, end), 16)
    if (!(length > 0)) return Buffer.concat(chunks)
    chunks.push(bytes.subarray(end + 2, end + 2 + length))
    at = end + 2 + length + 2
  }
}

function requestWith(contentType: string | undefined, bytes: Buffer): HookRequest {
  const body: HookBody = bytes.subarray(0, 2).equals(Buffer.from('--'))
    ? { kind: 'fields', fields: fieldsOf(bytes.toString('utf8')) }
    : { kind: 'bytes', bytes }
  return { contentType, body, queryPayload: null }
}

function fieldsOf(multipart: string): readonly (readonly [string, string])[] {
  const [boundary = ''] = multipart.split('\r\n', 1)
  return multipart
    .split(boundary)
    .slice(1, -1)
    .map((part): [string, string] => {
      const end = part.indexOf('\r\n\r\n')
      const [, name = ''] = /name="([^"]*)"/.exec(part.slice(0, end)) ?? []
      return [name, part.slice(end + 4).replace(/\r\n$/, '')]
    })
}
