import type { CheckedManagement } from '../host/checked.js'
import type { CountersAdapter, PostsEvent } from '../adapters/types.js'
import { WebhookError } from '../model/errors.js'
import type { HookSettings } from '../model/records.js'
import { changePost } from '../pipeline/own-posts.js'
import type { ComposeOptions } from '../pipeline/compose.js'
import type { StoreTogether } from '../pipeline/together.js'
import { makeId, ID_BYTES } from '../rules/keys.js'
import { shownChannelName } from '../rules/shown-channel.js'
import { sign, type SigningSecretsOf } from '../rules/signing.js'
import { acknowledge } from './acknowledge.js'
import { ephemeralText, type IntegrationAnswer, prepareUpdate, readAnswer } from './answer.js'
import type { IntegrationClient } from './integration-client.js'
import {
  failed,
  findPressable,
  type Press,
  type Pressable,
  type RefusedSince,
} from './pressable.js'
import { Shares, tooMany } from '../load/shares.js'

/** Presses per user. */
const PRESSES = { perSecond: 1, burst: 60 }
/** Concurrent calls per user, so that hanging buttons of one user do not block all others. */
const MAX_CALLS_OF_PERSON = 3
const UPDATE_TRIES = 3

/** The result for the user who pressed; it is not stored. */
export interface Pressed {
  readonly triggerId: string
  /** Markdown, `''` for none. */
  readonly ephemeralText: string
  readonly gotoLocation: string
}

interface PressOptions {
  readonly adapters: Pick<
    CheckedManagement,
    'users' | 'channels' | 'posts' | 'webhooks' | 'guarantees'
  >
  readonly storeTogether: StoreTogether
  /** Sends requests of a webhook again, and says what became of them. */
  readonly replayRefused: (
    by: Pick<Press, 'user' | 'settings'>,
    sent: RefusedSince,
  ) => Promise<string>
  readonly counters: CountersAdapter
  readonly client: IntegrationClient
  readonly signingSecretsOf: SigningSecretsOf
  readonly compose: ComposeOptions & { readonly userIdPattern: RegExp }
  readonly clock: () => number
  /** Told of each post that was changed. */
  readonly announce: (event: PostsEvent) => void
  readonly random: (size: number) => Uint8Array
  /** Writes the result of a call, and the reason of a failure, to the debug log. */
  readonly note: (settings: HookSettings, message: string, fields: Record<string, unknown>) => void
}

/**
 * Presses a button of a stored post: finds it, calls its integration and applies the response.
 * Unreadable and missing posts give the same error. Throws `action_failed` without the reason for a
 * failed call.
 */
export function createPress(options: PressOptions): (press: Press) => Promise<Pressed> {
  const ofButton = new Shares(1, 'a previous press of this button is still in progress')
  const ofUser = new Shares(
    MAX_CALLS_OF_PERSON,
    'too many of your button presses are still in progress',
  )
  return (press) =>
    ofButton.run(JSON.stringify([press.user.id, press.postId, press.actionId]), async () => {
      const { allowed, nextMs } = await options.counters.take(pressesOf(press.user.id), PRESSES)
      if (!allowed) throw tooMany('too many presses', Math.max(1, Math.ceil(nextMs / 1000)))
      const pressable = await findPressable(press, options)
      const { incident, replay } = pressable.action
      if (incident !== '' || replay) {
        const ephemeralText = replay ? await options.replayRefused(press, replay) : ''
        if (!replay) await acknowledge(pressable, options)
        return { triggerId: makeId(options.random(ID_BYTES)), ephemeralText, gotoLocation: '' }
      }
      if (options.client.isBusy) throw tooMany('too many calls to integrations are in progress', 1)
      return ofUser.run(press.user.id, () => run(pressable, options))
    })
}

/** The name of the counter of a person's presses. */
export function pressesOf(userId: string): string {
  return `press ${userId}`
}

async function run(pressable: Pressable, options: PressOptions): Promise<Pressed> {
  const { press, post, webhook, channel, action } = pressable
  const triggerId = makeId(options.random(ID_BYTES))
  const note = (message: string, reason = '') => {
    const fields = {
      webhook: webhook.id,
      webhookName: webhook.displayName,
      channel: channel.id,
      channelName: shownChannelName(channel),
      post: post.id,
      action: press.actionId,
      user: press.user.id,
    }
    options.note(press.settings, message, reason === '' ? fields : { ...fields, reason })
  }
  const body = JSON.stringify(requestOf(pressable, triggerId))
  const now = options.clock()
  const seconds = Math.floor(now / 1000)
  const signed = sign(options.signingSecretsOf(webhook, now), { id: triggerId, seconds, body })
  const result = await options.client.call(action.integration?.url ?? '', body, signed)
  if (!result.ok) {
    note('message button failed', result.reason)
    throw failed('')
  }
  try {
    const answer = readAnswer(result.answer)
    if (answer.error !== '') throw failed(answer.error)
    const pressed = await follow(answer, pressable, options)
    note('message button pressed')
    return { triggerId, ...pressed }
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error
    note('message button failed', error.detail)
    throw error.code === 'payload_unparsable' ? failed('') : error
  }
}

function requestOf({ press, post, channel, action }: Pressable, triggerId: string): object {
  const { user, selectedOption } = press
  const { context = {} } = action.integration ?? {}
  return {
    user_id: user.id,
    user_name: user.username,
    channel_id: channel.id,
    channel_name: channel.name,
    team_id: channel.teamId,
    team_domain: channel.teamName ?? '',
    post_id: post.id,
    trigger_id: triggerId,
    type: action.type,
    data_source: action.dataSource,
    context: action.type === 'select' ? { ...context, selected_option: selectedOption } : context,
  }
}

async function follow(
  answer: IntegrationAnswer,
  { press, post, channel, webhook }: Pressable,
  options: PressOptions,
): Promise<Omit<Pressed, 'triggerId'>> {
  const { adapters, compose } = options
  const context = {
    adapters,
    options: compose,
    webhook,
    settings: press.settings,
    channel,
    verbatim: answer.skipSlackParsing,
  }
  if (answer.update) {
    const { update, findById } = adapters.posts
    const change = await prepareUpdate(answer.update, context)
    const again = async () => findById(post.id)
    const saved = await changePost(update, change, post, again, UPDATE_TRIES)
    if (!saved) throw failed('the message was changed or deleted in the meantime')
    options.announce({ change: 'edited', posts: [saved], channel })
  }
  return {
    ephemeralText: await ephemeralText(answer, context),
    gotoLocation: answer.gotoLocation,
  }
}
