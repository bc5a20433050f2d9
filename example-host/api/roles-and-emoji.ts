import { WebhookError } from 'express-incoming-webhooks'
import { type Handlers, text, texts } from './calls.js'
import { roleView } from './views.js'

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
 * The roles that records name, with the reference's names for what they permit here. There are no custom
 * emoji here, and clients know the others themselves.
 */
export const otherHandlers = {
  getRoles: async ({ store, body }) => {
    const wanted = new Set(texts(body, 'rolenames'))
    const { enableOnlyAdminIntegrations } = await store.adapters.settings.get()
    return Object.entries(rolesWhere(enableOnlyAdminIntegrations === true))
      .filter(([name]) => wanted.has(name))
      .map(([name, permissions]) => roleView(name, permissions))
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

function rolesWhere(onlyAdminIntegrations: boolean): Readonly<Record<string, readonly string[]>> {
  const everybody = [...SYSTEM_USER, ...TEAM_USER, ...CHANNEL_USER]
  return {
    system_admin: [...everybody, ...WEBHOOKS, ...SYSTEM_ADMIN],
    system_user: SYSTEM_USER,
    team_user: onlyAdminIntegrations ? TEAM_USER : [...TEAM_USER, ...WEBHOOKS],
    channel_user: CHANNEL_USER,
  }
}
