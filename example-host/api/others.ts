import { type AuditEvent, WebhookError } from 'express-incoming-webhooks'
import {
  found,
  type Handlers,
  knownTeam,
  knownUser,
  NO_TEAM,
  pageOf,
  pathPart,
  permit,
  queryText,
  readable,
  text,
  texts,
} from './calls.js'
import { channelView, roleView, teamMemberView, teamView } from './views.js'

const CHANNEL_USER = [
  'read_channel',
  'create_post',
  'edit_post',
  'delete_post',
  'manage_public_channel_properties',
  'manage_private_channel_properties',
]
const TEAM_USER = [
  'view_team',
  'list_team_channels',
  'create_public_channel',
  'create_private_channel',
]
const SYSTEM_USER = ['view_members', 'create_direct_channel']
const WEBHOOKS = ['manage_incoming_webhooks']
const SYSTEM_ADMIN = [
  'manage_system',
  'manage_others_incoming_webhooks',
  'delete_public_channel',
  'delete_private_channel',
  'delete_others_posts',
]

/**
 * `/teams…`: every user is in every team. The audit, and the roles that records name, with the reference's names
 * for what they permit here. There are no custom emoji here, and clients know the others themselves.
 */
export const otherHandlers = {
  listTeams: (call) => {
    const { page, perPage } = pageOf(call)
    return call.store.teams.slice(page * perPage, (page + 1) * perPage).map(teamView)
  },
  getTeamByName: (call) => {
    const team = call.store.teams.find(({ name }) => name === pathPart(call, 'name'))
    return teamView(found(team, ...NO_TEAM))
  },
  getTeam: (call) => teamView(knownTeam(call)),
  joinTeam: async (call) => {
    const team = knownTeam(call)
    return teamMemberView(team, await knownUser(call, text(call.body, 'user_id')))
  },
  listPublicChannels: async (call) => {
    const { id } = knownTeam(call)
    return (await call.store.channels.listPublic(id, pageOf(call))).map(channelView)
  },
  getChannelByName: async (call) => {
    const { channels } = call.store
    const channel = await channels.byName(pathPart(call, 'name'), pathPart(call, 'team_id'))
    const isWanted = channel?.deleteAt === 0 || queryText(call, 'include_deleted') === 'true'
    return channelView(await readable(call, isWanted ? channel : null))
  },
  getRoles: async ({ store, body }) => {
    const wanted = new Set(texts(body, 'rolenames'))
    const { enableOnlyAdminIntegrations } = await store.adapters.settings.get()
    return Object.entries(rolesWhere(enableOnlyAdminIntegrations === true))
      .filter(([name]) => wanted.has(name))
      .map(([name, permissions]) => roleView(name, permissions))
  },
  listAudit: async (call) => {
    permit(call.user.admin)
    return (await call.store.audit.list(pageOf(call))).map(auditView)
  },
  listEmoji: () => [],
  getEmoji: () => {
    throw new WebhookError('not_found', { detail: 'no such custom emoji' })
  },
  getEmojiByNames: ({ body }) => {
    texts(body, 'names')
    return []
  },
  searchEmoji: ({ body }) => {
    text(body, 'term')
    return []
  },
} satisfies Partial<Handlers>

function auditView({ time, userId, username, action, webhookId, fields }: AuditEvent): object {
  return { time, user_id: userId, username, action, hook_id: webhookId, fields }
}

function rolesWhere(onlyAdminIntegrations: boolean): Readonly<Record<string, readonly string[]>> {
  const everybody = [...SYSTEM_USER, ...TEAM_USER, ...CHANNEL_USER]
  return {
    system_admin: [...everybody, ...WEBHOOKS, ...SYSTEM_ADMIN],
    system_user: SYSTEM_USER,
    team_user: onlyAdminIntegrations ? TEAM_USER : [...TEAM_USER, ...WEBHOOKS],
    channel_user: CHANNEL_USER,
  }
}
