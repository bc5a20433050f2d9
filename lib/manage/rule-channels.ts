import type { CheckedManagement } from '../host/checked.js'
import type { EventRule } from '../model/event-rules.js'
import type { HookChannel, HookUser, IncomingWebhook } from '../model/records.js'
import { errorAt } from '../model/sent.js'
import { channelRefusal } from '../rules/permissions.js'
import type { Caller } from './choices.js'

/** The webhook that rules are of, as it will be. */
type Ruled = Pick<IncomingWebhook, 'rules' | 'teamId' | 'channelId' | 'channelLocked'>

/**
 * Rules with the ids of channels that were given by name. Throws if the caller or the owner cannot read one
 * of them, or if the webhook is locked to another one. Those in `known` are not looked up again.
 */
export async function chooseRuleChannels(
  { channels }: Pick<CheckedManagement, 'channels'>,
  { user: caller, spell }: Caller,
  owner: HookUser,
  webhook: Ruled,
  known: readonly EventRule[] = [],
): Promise<readonly EventRule[]> {
  const { rules, teamId, channelId, channelLocked } = webhook
  const kept = new Set(known.map(({ then }) => then.channel))
  const find = async (named: string): Promise<HookChannel | null> => {
    const name = named.replace(/^#/, '').toLowerCase()
    const [byId, byName] = await Promise.all([
      channels.findById(named),
      channels.findByName(name, teamId, owner.id),
    ])
    return byId ?? byName
  }
  const choose = async (named: string, index: number): Promise<string> => {
    const path = `rules.${index}.then.channel`
    const id = kept.has(named) ? named : await readable(named, path)
    if (!channelLocked || id === channelId) return id
    throw errorAt(spell, path, 'the webhook is locked to its own channel')
  }
  const readable = async (named: string, path: string): Promise<string> => {
    const channel = await find(named)
    const [callerReads, ownerReads] = channel
      ? await Promise.all([channels.canPost(caller, channel), channels.canPost(owner, channel)])
      : [false, false]
    const refusal = channelRefusal(channel, { caller: callerReads, owner: ownerReads })
    if (!refusal && channel && (channel.teamId === teamId || channel.type === 'group'))
      return channel.id
    throw errorAt(spell, path, `expected ${EXPECTED}`, refusal ?? 'channel_missing')
  }
  return Promise.all(
    rules.map(async ({ when, then }, index) => {
      const { channel } = then
      return channel === undefined
        ? { when, then }
        : { when, then: { ...then, channel: await choose(channel, index) } }
    }),
  )
}

const EXPECTED = 'a channel of the same team that you and the owner of the webhook can read'
