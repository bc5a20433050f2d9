import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './root.js'

/** A body of the black-box suite that senders must not send, or that looks like one. */
export interface BadInput {
  readonly name: string
  readonly category: string
  readonly body: string
  /** The same; also of those that are no text. */
  readonly bytes: Buffer
  readonly contentType: string | undefined
  /** Where it is sent to; `''` for the webhook. */
  readonly path: string
}

/** Bytes of a body that is accepted. */
const MAX_BODY = 1_048_576

/** Those that are small enough to become messages. */
export function badInputs(): BadInput[] {
  const file = join(ROOT, 'test/blackbox/suite/bad-inputs.json')
  const inputs: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (!Array.isArray(inputs)) return []
  const all = inputs.map((each) => ({
    name: String(memberOf(each, 'name')),
    category: String(memberOf(each, 'category')),
    ...contentOf(each),
    path: wordAt(each, 'path'),
  }))
  return all.filter(({ body }) => Buffer.byteLength(body) <= MAX_BODY)
}

function contentOf(input: unknown): Pick<BadInput, 'body' | 'bytes' | 'contentType'> {
  const base64 = wordAt(input, 'body_base64')
  const body = bodyOf(input)
  const bytes = base64 === '' ? Buffer.from(body) : Buffer.from(base64, 'base64')
  const contentType = wordAt(memberOf(input, 'headers'), 'Content-Type')
  return { body, bytes, contentType: contentType === '' ? undefined : contentType }
}

function bodyOf(input: unknown): string {
  const body = memberOf(input, 'body')
  if (typeof body === 'string') return body
  const made = memberOf(input, 'body_gen')
  const repeated = (value: unknown): string =>
    wordAt(value, 'unit').repeat(Number(memberOf(value, 'count') ?? 0))
  return [
    wordAt(made, 'prefix'),
    repeated(made),
    wordAt(made, 'middle'),
    repeated(memberOf(made, 'then')),
    wordAt(made, 'suffix'),
  ].join('')
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.entries(value).find(([key]) => key === name)?.[1]
}

function wordAt(value: unknown, name: string): string {
  const word = memberOf(value, name)
  return typeof word === 'string' ? word : ''
}
