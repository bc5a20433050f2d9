import {
  type Answer,
  isTrue,
  numberOf,
  textOf,
  textsOf,
  type Wire,
  wireOf,
  wiresOf,
} from 'express-incoming-webhooks-ui'
import { fromWire, toWire } from '../../../lib/model/fields.js'
import type { ShownVerification } from '../../../lib/model/verification-fields.js'
import {
  CALLER_FIELDS,
  type CallerValues,
  SERVER_FIELDS,
  type ServerValues,
} from '../../../lib/model/webhook-fields.js'
import { call, get } from './call.js'
import { listOf, orNull, outcomeOf, readerOf, textList } from './reader.js'

/** A webhook as the API shows it. */
export interface Webhook extends ServerValues, CallerValues, ShownFacts {
  /** Empty in lists. */
  readonly etag: string
}

type ShownFacts = ReturnType<typeof factsOf>

const factsOf = readerOf({
  channel: (wire) => textOf(wire, 'channel_display_name'),
  isPrivate: (wire) => textOf(wire, 'channel_type') === 'P',
  owner: (wire) => textOf(wire, 'creator_username'),
  previousKey: orNull(readerOf({ keyHint: textOf, expiresAt: numberOf, lastUsed: numberOf })),
  /** How its senders sign; null if they need not. */
  verification: orNull(
    readerOf<ShownVerification>({
      scheme: textOf,
      header: textOf,
      prefix: textOf,
      encoding: (wire, name) => (textOf(wire, name) === 'base64' ? 'base64' : 'hex'),
      hasPreviousSecret: isTrue,
    }),
  ),
  /** What became of its last request; null if there was none, or if the store does not keep it. */
  lastResult: orNull(
    readerOf({
      at: numberOf,
      outcome: outcomeOf,
      status: numberOf,
      errorId: textOf,
      /** What exactly was wrong. */
      detail: textOf,
    }),
  ),
  /** The name of the format that was recognised last; `''` if none was. */
  webhookFormat: textOf,
  /** Null in lists, and after the server's secret has changed. */
  url: (wire, name) => textOf(wire, name) || null,
  /** The secret that signs presses of its buttons; empty in lists. */
  signingSecret: textOf,
  /** A replaced signing secret that is still used. Null in lists. */
  previousSigningSecret: orNull(readerOf({ expiresAt: numberOf })),
})

/** The most webhooks of one call. */
export const PER_PAGE = 200
const MOST = 2_000
const HOOKS = 'hooks/incoming'

/** Which webhooks are listed; what is absent or `''` limits nothing. */
export interface WebhookQuery {
  readonly channelId?: string
  readonly ownerId?: string
  /** Words, of which the server looks for each in name, description, slug and key hint. */
  readonly query?: string
  /** Only those whose last request was refused or failed. */
  readonly failing?: boolean
  /** Only those after this one in the list. */
  readonly after?: Webhook | undefined
}

/** Webhooks that the caller may see, newest first; as few calls as `most` needs. */
export async function listWebhooks(
  asked: WebhookQuery = {},
  most = MOST,
): Promise<readonly Webhook[]> {
  const { channelId = '', ownerId = '', query = '', failing = false, after } = asked
  // What is empty counts as absent.
  const parameters = new URLSearchParams({
    per_page: String(PER_PAGE),
    channel_id: channelId,
    user_id: ownerId,
    q: query,
    failing: String(failing),
    after: after ? `${after.createAt},${after.id}` : '',
  })
  const body = await get(`${HOOKS}?${String(parameters)}`)
  const items = wiresOf(body).map((item) => webhookOf(item, ''))
  if (items.length < PER_PAGE || items.length >= most) return items
  const more = await listWebhooks({ ...asked, after: items.at(-1) }, most - items.length)
  return [...items, ...more]
}

export async function findWebhook(id: string): Promise<Webhook> {
  return recordOf(await call('GET', pathOf(id)))
}

export async function addWebhook(input: Wire): Promise<Webhook> {
  return recordOf(await call('POST', HOOKS, { body: input }))
}

/** Replaces the record with this `etag`; 412 if someone else changed it first. */
export async function saveWebhook(id: string, input: Wire, etag: string): Promise<Webhook> {
  return recordOf(await call('PUT', pathOf(id), { body: input, ifMatch: etag }))
}

/** What might be unexpected if a webhook was saved like this; a new one without an id. */
export async function doubtsAbout(input: Wire, id: string | undefined): Promise<readonly string[]> {
  const path = id === undefined ? HOOKS : pathOf(id)
  const options = { body: input }
  const { body } = await call(id === undefined ? 'POST' : 'PUT', `${path}?check=true`, options)
  return wiresOf(wireOf(body)['warnings']).map((warning) => textOf(warning, 'reason'))
}

/**
 * Changes some members, such as how its senders sign (`verification`; null: they need not) or the `format` that it
 * reads (`''`: any). 412 if the record was changed meanwhile.
 */
export function saveOnly(webhook: Webhook, changes: Wire): Promise<Webhook> {
  const same = toWire<CallerValues>(CALLER_FIELDS, webhook)
  const input = { ...same, channel_id: webhook.channelId, ...changes }
  return saveWebhook(webhook.id, input, webhook.etag)
}

/** What was handed over, and what was not. */
export type HandedOver = ReturnType<typeof handedOverOf>

const handedOverOf = readerOf({
  handedOver: textList,
  refused: listOf(readerOf({ hookId: textOf, displayName: textOf, detail: textOf })),
})

export async function handOverAll(from: string, to: string): Promise<HandedOver> {
  const { body } = await call('POST', `${HOOKS}/hand_over`, { body: { from, to } })
  return handedOverOf(body)
}

export async function handOverOne(id: string, to: string): Promise<HandedOver> {
  await saveOnly(await findWebhook(id), { user_id: to })
  return { handedOver: [id], refused: [] }
}

export async function deleteWebhook(id: string): Promise<void> {
  await call('DELETE', pathOf(id))
}

export async function switchWebhook(id: string, on: boolean): Promise<Webhook> {
  return recordOf(await call('POST', `${pathOf(id)}/${on ? 'enable' : 'disable'}`, { body: {} }))
}

/** Replaces a secret that the server makes. The old one is kept for so long. */
export async function replaceSecret(
  id: string,
  way: 'regen_key' | 'regen_signing_secret',
  overlapSeconds: number,
): Promise<Webhook> {
  const body = { overlap_seconds: overlapSeconds }
  return recordOf(await call('POST', `${pathOf(id)}/${way}`, { body }))
}

/** Returns the ids of the posts of the test message. */
export async function sendTestMessage(id: string, text: string): Promise<readonly string[]> {
  const { body } = await call('POST', `${pathOf(id)}/test`, { body: { text } })
  return textsOf(wireOf(body)['post_ids'])
}

function pathOf(id: string) {
  return `${HOOKS}/${encodeURIComponent(id)}`
}

function recordOf({ body, headers }: Answer): Webhook {
  return webhookOf(wireOf(body), headers.get('etag') ?? '')
}

function webhookOf(wire: Wire, etag: string): Webhook {
  return {
    ...fromWire<ServerValues>(SERVER_FIELDS, wire),
    ...fromWire<CallerValues>(CALLER_FIELDS, wire),
    ...factsOf(wire),
    etag,
  }
}
