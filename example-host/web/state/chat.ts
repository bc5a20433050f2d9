import { listOf, memberOf, textOf } from 'express-incoming-webhooks-ui/wire'
import { call, callAll, quietly } from '../api/call.js'
import { readChannel, readTeam, readUser, type User } from '../api/shapes.js'
import { countWebhooks, keepChannels, loadChannels } from './channels.js'
import { connect } from './connection.js'
import { FIRST_STATE, store, withAll } from './store.js'
import { markRead } from './listed.js'

/** The number of users to load at the start. Others are loaded when needed. */
const FIRST_USERS = 200

/** Loads the chat of the signed-in user. */
export async function startChat(): Promise<void> {
  try {
    await load()
    store.set({ started: 'ready' })
  } catch {
    store.set({ started: 'failed' })
    return
  }
  connect()
  document.addEventListener('visibilitychange', onVisibility)
}

async function load(): Promise<void> {
  const [me, teams, config, users] = await Promise.all([
    call('GET', '/users/me'),
    call('GET', '/teams'),
    call('GET', '/config/client?format=old'),
    call('GET', `/users?per_page=${FIRST_USERS}`),
  ])
  const [team = FIRST_STATE.team] = listOf(teams).map(readTeam)
  const reader = readUser(me)
  store.set({
    me: reader,
    team,
    mayIntegrate: mayIntegrate(reader, config),
    users: withAll(FIRST_STATE.users, [...listOf(users).map(readUser), reader]),
  })
  const [open] = await Promise.all([callAll(`/teams/${team.id}/channels`), loadChannels()])
  keepChannels(open.map(readChannel))
}

function mayIntegrate(user: User, config: unknown): boolean {
  if (textOf(config, 'EnableIncomingWebhooks') !== 'true') return false
  return user.admin || memberOf(config, 'EnableOnlyAdminIntegrations') !== 'true'
}

function onVisibility(): void {
  const { channelId } = store.get().place
  if (document.visibilityState !== 'visible' || channelId === '') return
  void markRead(channelId)
  // The reader may come from the console.
  quietly(countWebhooks(channelId))
}
