import { countCodePoints } from '../../lib/text/code-points.js'
import { WebhookError } from '../../lib/model/errors.js'
import { DEFAULT_SETTINGS, DEFAULT_WEBHOOK } from '../../lib/model/defaults.js'
import type { Message, Payload, Step } from '../../lib/model/message.js'
import type { IncomingWebhook, HookWarning } from '../../lib/model/records.js'
import { readCard } from '../../lib/pipeline/cards.js'
import { compose, type ComposedPost, type Show } from '../../lib/pipeline/compose.js'
import { parse } from './parse.js'
import type { Resolved } from '../../lib/pipeline/resolve.js'
import type { HookRequest } from '../../lib/pipeline/request.js'
import { translate } from '../../lib/native/message/translate.js'

export { countCodePoints, type HookRequest, WebhookError }

/** What host ids look like in these tests. */
export const USER_ID = /^[a-z0-9]{26}$/
/** What translating needs in these tests. */
export const OPTIONS = { userIdPattern: USER_ID, readCard }
export const BOB = 'bob11111111111111111111111'

const WEBHOOK: IncomingWebhook = {
  ...DEFAULT_WEBHOOK,
  id: 'hook',
  createAt: 1,
  updateAt: 1,
  userId: 'alice',
  channelId: 'alerts',
  teamId: 'main',
  displayName: 'hook',
}
const SETTINGS = {
  ...DEFAULT_SETTINGS,
  enablePostUsernameOverride: true,
  enablePostIconOverride: true,
}
const BOB_HIMSELF = {
  id: BOB,
  username: 'bob',
  email: 'bob@example.org',
  admin: false,
  createAt: 1,
  deleteAt: 0,
}
const RESOLVED: Resolved = {
  webhook: WEBHOOK,
  settings: SETTINGS,
  place: {
    kind: 'channel',
    channel: {
      id: 'alerts',
      teamId: 'main',
      name: 'alerts',
      displayName: 'alerts',
      type: 'public',
      deleteAt: 0,
    },
  },
  home: { id: 'alerts' },
  warnings: [],
  usersById: new Map([[BOB, BOB_HIMSELF]]),
  usersByName: new Map([['bob', BOB_HIMSELF]]),
  root: null,
}

export type { ComposedPost, Show } from '../../lib/pipeline/compose.js'

export interface Delivered {
  readonly posts: readonly ComposedPost[]
  readonly warnings: readonly HookWarning[]
  readonly ignored: readonly string[]
}

/** The posts of a request, in a world where `bob` is the only person known. */
export function postsOf(
  request: HookRequest,
  maxPostLength = 16_383,
  show: Show = 'attachments',
): Delivered {
  return translationOf(request).delivered(maxPostLength, show)
}

/** A request that has been translated: what is left depends on the chat that shows it. */
export interface Translation {
  /** As it was understood: known members, in wire names. */
  readonly payload: Payload
  readonly delivered: (maxPostLength?: number, show?: Show) => Delivered
}

export function translationOf(request: HookRequest): Translation {
  const parsed = parse(request)
  const translated = translate(parsed.value, OPTIONS)
  return {
    payload: parsed.value,
    delivered: (maxPostLength, show) => {
      const composed = composedOf(translated.value, maxPostLength, show)
      return {
        posts: composed.value,
        warnings: [...parsed.warnings, ...translated.warnings, ...composed.warnings],
        ignored: [...parsed.ignored, ...translated.ignored, ...composed.ignored],
      }
    },
  }
}

/** The posts of a message, in the same world. */
export function composedOf(
  message: Message,
  maxPostLength = 16_383,
  show: Show = 'attachments',
): Step<readonly ComposedPost[]> {
  return compose(message, RESOLVED, { maxPostLength, iconEmoji: true, show, botUserId: null })
}

/** The same for a payload. */
export function postsOfPayload(payload: unknown, maxPostLength?: number, show?: Show): Delivered {
  const text = JSON.stringify(payload)
  return postsOf(
    { contentType: 'application/json', body: { kind: 'text', text }, queryPayload: null },
    maxPostLength,
    show,
  )
}

/** The posts of a body as sent, of any kind. */
export function postsOfBody(body: string): readonly ComposedPost[] {
  const bytes = Buffer.from(body)
  return postsOf({ contentType: undefined, body: { kind: 'bytes', bytes }, queryPayload: null })
    .posts
}

/** The addresses of all links that translating a payload makes. */
export function linksOf(payload: unknown): readonly string[] {
  const text = JSON.stringify(payload)
  const request: HookRequest = {
    contentType: 'application/json',
    queryPayload: null,
    body: { kind: 'text', text },
  }
  const { text: own, attachments } = translate(parse(request).value, OPTIONS).value
  const nodes = [own, ...attachments.flatMap((a) => [a.text, a.title, a.pretext, a.footer])].flat()
  return nodes
    .filter(({ kind }) => kind === 'link')
    .map((node) => (node.text.startsWith('<') ? node.text.slice(1) : afterLabel(node.text)))
}

function afterLabel(link: string): string {
  return link.slice(link.lastIndexOf('](') + 2)
}

/** The first two steps alone. */
export function translatePayload(payload: unknown): void {
  const text = JSON.stringify(payload)
  const body = { kind: 'text', text } as const
  translate(parse({ contentType: 'application/json', body, queryPayload: null }).value, OPTIONS)
}
