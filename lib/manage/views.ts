import { OWN_TEMPLATE } from '../formats/templates/template-format.js'
import { type Formats, NATIVE_NAMES } from '../formats/registry.js'
import { toWire } from '../model/fields.js'
import type { ChannelType, HookChannel, HookUser } from '../model/records.js'
import { shownInWire } from '../model/sent.js'
import {
  CALLER_FIELDS,
  type CallerValues,
  SERVER_FIELDS,
  type ServerValues,
} from '../model/webhook-fields.js'
import type { ListedDelivery } from '../log/delivery-log.js'
import { type KeptRequest, sentText } from '../log/kept-requests.js'
import type { Attention } from './list-attention.js'
import type { Preview } from './preview.js'
import type { ReplayResult } from './replay.js'
import type { ListedWebhook, WebhookDetails } from './shown-webhooks.js'
import type { HandOverResult } from './webhooks.js'

// What the API shows: the members of the code by their names in the API, unless it says otherwise here.

/** A webhook as a list shows it. */
export function listedView(webhook: ListedWebhook) {
  const { channelDisplayName, channelType, ownerUsername, previousKey, verification } = webhook
  const { lastResult, webhookFormat } = webhook
  return {
    ...toWire<ServerValues>(SERVER_FIELDS, webhook),
    // Deleted records are removed.
    delete_at: 0,
    ...toWire<CallerValues>(CALLER_FIELDS, webhook),
    ...shownInWire({
      channelDisplayName,
      channelType: channelType && LETTERS[channelType],
      creatorUsername: ownerUsername,
      previousKey,
      verification,
      lastResult,
      webhookFormat,
    }),
  }
}

/** A single webhook, for those who may manage it. */
export function detailsView(webhook: WebhookDetails) {
  const { key, url, signingSecret, previousSigningSecret } = webhook
  const secrets = { key, url, signingSecret, previousSigningSecret }
  return { ...listedView(webhook), ...shownInWire(secrets) }
}

/** The formats that webhooks read, with the other names that their URL may end with. */
export function formatViews({ all }: Formats): readonly object[] {
  const [name, ...aliases] = NATIVE_NAMES
  const ours = { name, title: 'Slack, Mattermost', aliases }
  return [
    ours,
    ...[...all, OWN_TEMPLATE].map(({ name, title, aliases = [] }) => ({ name, title, aliases })),
  ]
}

/** As in the reference. */
const LETTERS: Readonly<Record<ChannelType, string>> = {
  public: 'O',
  private: 'P',
  direct: 'D',
  group: 'G',
}

/** A channel with the members that a picker needs. */
export function channelView({ id, teamId, type, name, displayName }: HookChannel): object {
  return shownInWire({ id, teamId, type: LETTERS[type], name, displayName })
}

/** A user with the members that a picker needs: no addresses. */
export function userView({ id, username, displayName }: HookUser): object {
  return shownInWire({ id, username, displayName: displayName ?? '' })
}

/** A request of the log. */
export function deliveryView({ share, webhookId, oldKey, ...shown }: ListedDelivery): object {
  return {
    ...shownInWire({ ...shown, hookId: webhookId, isOldKey: oldKey !== '' }),
    skipped: shown.outcome === 'skipped',
  }
}

/** A request of the log, with what was sent. */
export function sentDeliveryView(delivery: ListedDelivery, sent: KeptRequest | null): object {
  const body = sent && sentText(sent)
  const beside = sent && { ...sent, body: undefined }
  return { ...deliveryView(delivery), sent: beside, body }
}

/** What a request was answered that was sent again. */
export function replayedView({ status, errorId, message, detailedError }: ReplayResult): object {
  const isAccepted = message === ''
  return { status, ...(isAccepted ? {} : shownInWire({ id: errorId, message, detailedError })) }
}

/** Webhooks that were handed over. */
export function handedOverView({ handedOver, refused }: HandOverResult): object {
  return shownInWire({
    handedOver,
    refused: refused.map(({ webhookId, ...why }) => ({ hookId: webhookId, ...why })),
  })
}

/** Something that needs attention. */
export function attentionView({ webhookId, ...shown }: Attention): object {
  return shownInWire({ hookId: webhookId, ...shown })
}

/**
 * What would become of a request, with its posts as HTML if that is asked for. Names in the properties of
 * posts are its sender's.
 */
export function previewView(preview: Preview, html: readonly string[] = []): object {
  const posts = preview.posts.map(({ props, ...post }, at) => ({
    ...shownInWire(post),
    props,
    ...(html.length > 0 && { html: html[at] }),
  }))
  return { ...shownInWire({ ...preview, posts: [] }), posts }
}
