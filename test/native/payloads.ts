import { expect } from 'chai'
import { readPayload } from '../../lib/native/payload/payload-schema.js'
import { Reading } from '../../lib/native/payload/reading.js'
import { ERRORS, type ErrorCode, WebhookError } from '../../lib/model/errors.js'
import type { Payload } from '../../lib/model/message.js'

export interface Read {
  readonly payload: Payload
  /** Each as `path: reason`. */
  readonly warnings: readonly string[]
  readonly ignored: readonly string[]
}

/** Reads a parsed payload; a text is put in unless there is one. */
export function read(members: object): Read {
  const warnings = new Reading()
  const payload = readPayload({ text: 't', ...members }, warnings)
  return { payload, warnings: told(warnings), ignored: warnings.ignored() }
}

export function told(warnings: Reading): readonly string[] {
  return warnings.all().map(({ path, reason }) => `${path}: ${reason}`)
}

/** The error that a call throws, which must be one of the table. */
export function refusal(call: () => unknown): WebhookError {
  try {
    call()
  } catch (error) {
    if (error instanceof WebhookError && error.code in ERRORS) return error
    throw error
  }
  throw new Error('nothing was refused')
}

export function refuses(call: () => unknown, code: ErrorCode, detail: string): void {
  const error = refusal(call)
  expect(error.code).to.equal(code)
  expect(error.detail).to.include(detail)
}
