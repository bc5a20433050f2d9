import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './root.js'

/** A payload of a program that has no format here. */
export interface AnyPayload {
  readonly sender: string
  /** Where such payloads are documented. */
  readonly source: string
  /** What a reader would expect as the title: any of these. */
  readonly titles: readonly string[]
  /** JSON. Absent: a form. */
  readonly body?: object
  readonly form?: string
}

const FOLDER = join(ROOT, 'test/formats/any-json/payloads')

export const PAYLOADS: readonly AnyPayload[] = readdirSync(FOLDER).map(
  (name) => JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as AnyPayload,
)
