import request from 'supertest'
import type { HookUser, VerificationInput } from 'express-incoming-webhooks'
import { type HookHost, hookHost, type HookHostOptions, id, NOW } from '../support/hook-host.js'
import { asReceived, type Sender, type SentHeaders } from '../support/signing-senders.js'

/** The time at which senders sign. */
export const SECONDS = NOW / 1000

export interface SignedHost extends HookHost {
  readonly codes: unknown[]
  readonly lines: string[]
}

/** A host whose webhook wants signatures, and whose administrator is signed in. */
export async function signedHost(
  { scheme, header, style, secret }: Sender,
  given: HookHostOptions & { readonly verification?: Partial<VerificationInput> } = {},
): Promise<SignedHost> {
  const codes: unknown[] = []
  const lines: string[] = []
  const log = (level: string, text: string, fields: object = {}): void => {
    codes.push(Reflect.get(fields, 'code'))
    lines.push(`${level} ${text} ${JSON.stringify(fields)}`)
  }
  const currentUser = (): HookUser => ({ id: id('admin'), username: 'admin', admin: true })
  const { verification, ...options } = given
  const host = hookHost({ ...options, options: { log, currentUser, ...given.options } })
  await host.webhooks.manage.update(id('alice'), id('hook'), {
    verification: { scheme, header, ...style, secret, ...verification },
  })
  host.app.use('/api/v4', host.webhooks.adminRouter)
  return { ...host, codes, lines }
}

/** Sends JSON, unless the headers say otherwise. */
export function send(
  host: HookHost,
  headers: SentHeaders,
  body: string,
  path = host.path,
  method: 'post' | 'patch' | 'delete' | 'put' = 'post',
): request.Test {
  const type = { 'Content-Type': 'application/json', ...asReceived(headers) }
  return request(host.app)[method](path).set(type).send(body)
}
