import { Router } from 'express'
import { WebhookError } from 'express-incoming-webhooks'
import type { ChatChannel, ChatStore } from '../store/index.js'
import { knownTeam, knownUser, openChannel, readableChannel } from './access.js'
import {
  type Call,
  invalid,
  member,
  optionalText,
  pathPart,
  refuseLonger,
  text,
  texts,
} from './calls.js'
import { type ChannelRoutesParts, memberRoutes } from './members.js'
import { channelView } from './views.js'

const NAME_RULE =
  'up to 64 letters a to z, digits, . - and _, starting with a letter or digit; ' +
  'without two _ in a row, and not exactly 26 letters and digits, which would look like an id'
const MAX_DISPLAY_NAME = 64
const MAX_PURPOSE = 250
/** A channel without a visible name could not be recognised or clicked. */
const VISIBLE = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u

/** `/channels…` without posts. */
export function channelRoutes(parts: ChannelRoutesParts): Router {
  const { store, call } = parts
  const router = Router()
  router.post(
    '/',
    call(async (made) => channelView(await createChannel(store, made)), 201),
  )
  router.post(
    '/direct',
    call(async (made) => channelView(await openDirect(store, made)), 201),
  )
  router.get(
    '/:channel_id',
    call(async ({ req, user }) =>
      channelView(await readableChannel(store, user, pathPart(req, 'channel_id'))),
    ),
  )
  router.put(
    '/:channel_id/patch',
    call(async (made) => channelView(await setPurpose(store, made))),
  )
  router.delete(
    '/:channel_id',
    call((made) => archive(parts, made)),
  )
  router.use(memberRoutes(parts))
  return router
}

async function createChannel(store: ChatStore, { body, user }: Call): Promise<ChatChannel> {
  const team = knownTeam(store, text(body, 'team_id'))
  const name = text(body, 'name')
  const wanted = optionalText(body, 'display_name')
  const displayName = VISIBLE.test(wanted) ? wanted : name
  const type = text(body, 'type')
  if (!isChannelName(name)) throw invalid('name', NAME_RULE)
  refuseLonger('display_name', displayName, MAX_DISPLAY_NAME)
  const purpose = purposeIn(body)
  if (type !== 'O' && type !== 'P') throw invalid('type', 'O or P')
  return store.channels.create({
    teamId: team.id,
    type: type === 'O' ? 'public' : 'private',
    name,
    displayName,
    purpose,
    creatorId: user.id,
  })
}

/** Members and administrators can change what a channel is for; its names stay. */
async function setPurpose(store: ChatStore, { req, body, user }: Call): Promise<ChatChannel> {
  const channel = await openChannel(store, user, pathPart(req, 'channel_id'))
  const isMember = await store.channels.isMember(channel.id, user.id)
  if (channel.type === 'direct' || !(isMember || user.admin)) {
    throw new WebhookError('not_permitted')
  }
  for (const name of ['name', 'display_name', 'header']) {
    if (member(body, name) !== undefined) throw invalid(name, 'only the purpose can be changed')
  }
  if (member(body, 'purpose') === undefined) return channel
  const changed = await store.channels.setPurpose(channel.id, purposeIn(body))
  if (!changed) throw new WebhookError('channel_missing')
  return changed
}

function purposeIn(body: unknown): string {
  const purpose = optionalText(body, 'purpose').trim()
  refuseLonger('purpose', purpose, MAX_PURPOSE)
  return purpose
}

// Two underscores join the ids in the name of a direct channel.
function isChannelName(name: string): boolean {
  // A name must not look like an id, because a webhook's `channel` accepts both.
  if (name.includes('__') || /^[a-z0-9]{26}$/.test(name)) return false
  return /^[a-z0-9][a-z0-9_.-]{0,63}$/.test(name)
}

async function openDirect(store: ChatStore, { body, user }: Call): Promise<ChatChannel> {
  const [first, second, ...more] = texts(body, 'user_ids')
  if (first === undefined || second === undefined || more.length > 0) {
    throw invalid('user_ids', 'two ids')
  }
  if (!user.admin && first !== user.id && second !== user.id) {
    throw new WebhookError('not_permitted')
  }
  await knownUser(store, first)
  await knownUser(store, second)
  const { id } = await store.adapters.channels.createDirect(first, second, '')
  const channel = await store.channels.byId(id)
  if (!channel) throw new WebhookError('channel_missing')
  return channel
}

async function archive({ store }: ChannelRoutesParts, call: Call): Promise<object> {
  const { req, user } = call
  const channel = await openChannel(store, user, pathPart(req, 'channel_id'))
  if (channel.type === 'direct') throw new WebhookError('not_permitted')
  if (!user.admin && channel.creatorId !== user.id) throw new WebhookError('not_permitted')
  await store.channels.archive(channel.id)
  return { status: 'OK' }
}
