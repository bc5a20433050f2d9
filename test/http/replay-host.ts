import request from 'supertest'
import { type HookHost, id } from '../support/hook-host.js'
import { type Delivery, deliveriesOf, observed, post } from './observed-host.js'

const DELIVERIES = `/api/v4/hooks/incoming/${id('hook')}/deliveries`
/** A message that a locked webhook refuses. */
export const ELSEWHERE = { text: 'Backup is done', channel: 'off-topic' }
export const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** A host whose webhook is locked to its channel, so that what is for another one is refused. */
export function locked(
  given: NonNullable<Parameters<typeof observed>[1]> = {},
  settings: Parameters<typeof observed>[0] = {},
): HookHost {
  return observed(settings, { ...given, webhook: { channelLocked: true, ...given.webhook } })
}

/** A minute later, what was wrong is put right: the webhook may post to other channels. */
export async function unlock({ webhooks, clock }: HookHost): Promise<void> {
  clock.now += MINUTE
  await webhooks.manage.update(id('alice'), id('hook'), { channelLocked: false })
}

export async function lastOf(host: HookHost): Promise<Delivery> {
  const [last] = await deliveriesOf(host)
  if (!last) throw new Error('nothing came')
  return last
}

/** Sends what is refused; the id of its entry. */
export async function refused(host: HookHost, body: object = ELSEWHERE): Promise<string> {
  await post(host, body).expect(403)
  return (await lastOf(host)).id
}

/** Sends it again. */
export function press({ app }: HookHost, deliveryId: string, body: object = {}): request.Test {
  return request(app).post(`${DELIVERIES}/${deliveryId}/replay`).send(body)
}

/** The status that its sender would get. */
export async function pressed(host: HookHost, deliveryId: string, body = {}): Promise<unknown> {
  return Reflect.get((await press(host, deliveryId, body).expect(200)).body as object, 'status')
}

export function pressAll({ app, clock }: HookHost, since = clock.now - HOUR): request.Test {
  return request(app).post(`${DELIVERIES}/replay`).send({ refused_since: since })
}

/** The statuses of all that were sent again. */
export async function statuses(host: HookHost, since?: number): Promise<readonly unknown[]> {
  const { body } = (await pressAll(host, since).expect(200)) as {
    body: { results: readonly object[] }
  }
  return body.results.map((each): unknown => Reflect.get(each, 'status'))
}

export const said = (host: HookHost): readonly string[] =>
  host.posts().map(({ message }) => message)
