import { Router } from 'express'
import type { ChatStore } from '../store/index.js'
import { type MakeCall, texts } from './calls.js'
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

/** `/roles…`: the roles that records name, with the reference's names for what they permit here. */
export function roleRoutes(store: Pick<ChatStore, 'adapters'>, call: MakeCall): Router {
  const router = Router()
  router.post(
    '/names',
    call(async ({ body }) => {
      const wanted = new Set(texts(body, 'rolenames'))
      const { enableOnlyAdminIntegrations } = await store.adapters.settings.get()
      return rolesWhere(enableOnlyAdminIntegrations === true)
        .filter(({ name }) => wanted.has(name))
        .map(({ name, permissions }) => roleView(name, permissions))
    }),
  )
  return router
}

interface Role {
  readonly name: string
  readonly permissions: readonly string[]
}

function rolesWhere(onlyAdminIntegrations: boolean): readonly Role[] {
  const teamUser = onlyAdminIntegrations ? TEAM_USER : [...TEAM_USER, ...WEBHOOKS]
  const everybody = [...SYSTEM_USER, ...TEAM_USER, ...CHANNEL_USER]
  return [
    { name: 'system_admin', permissions: [...everybody, ...WEBHOOKS, ...SYSTEM_ADMIN] },
    { name: 'system_user', permissions: SYSTEM_USER },
    { name: 'team_user', permissions: teamUser },
    { name: 'channel_user', permissions: CHANNEL_USER },
  ]
}
