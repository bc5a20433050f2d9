import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../support/root.js'

/** Where the stores are that version 0.9.0 wrote. */
export const FOLDER = join(ROOT, 'test/stores-of-0.9')

export const SECRET = 'a secret of at least thirty-two bytes'
export const SITE = 'https://chat.example'
/** When they were written, in milliseconds since 1970. */
export const WRITTEN_AT = 1_764_115_200_000
export const PATH = 'alert.id'

/** A request of a sender: its body and, beside the type of that, its headers. */
export interface Sent {
  readonly body: object
  readonly headers: Readonly<Record<string, string>>
}

/** A report of an alert, which the incident path names. */
export function report(id: string, text: string, state: 'open' | 'closed'): Sent {
  return { body: { text, alert: { id } }, headers: { 'Correlation-State': state } }
}

export const DISK_IS_FULL = report('db-1', 'The disk of db-1 is full', 'open')
export const QUEUE_IS_LONG = report('queue', 'The queue is long', 'open')
export const QUEUE_IS_SHORT = report('queue', 'The queue is short again', 'closed')
export const BUILD: Sent = {
  body: { text: 'Build 7 has passed' },
  headers: { 'Idempotency-Key': 'build-7' },
}

export const STORES = ['chat', 'sqlite', 'documents', 'postgres'] as const
export type StoreName = (typeof STORES)[number]

/** What a store holds. */
export interface Written {
  readonly userId: string
  readonly channelId: string
  readonly webhookId: string
  /** Of a signed-in user. */
  readonly token: string
  readonly key: string
  readonly previousKey: string
  /** The post of the incident that is open. */
  readonly diskPostId: string
  /** The post of the incident that is closed. */
  readonly queuePostId: string
  /** The post of the request with an idempotency key. */
  readonly buildPostId: string
}

export function writtenIn(store: StoreName): Written {
  const all = JSON.parse(readFileSync(join(FOLDER, 'written.json'), 'utf8')) as Record<
    StoreName,
    Written
  >
  return all[store]
}
