import { Router } from 'express'
import { type HookUser, type IncomingWebhooks, WebhookError } from 'express-incoming-webhooks'
import { isEmail, isPassword, isUsername } from '../accounts.js'
import type { ChatStore } from '../store/index.js'
import { knownUser } from './access.js'
import {
  type Call,
  invalid,
  type MakeCall,
  member,
  ownUserIdOf,
  pageOf,
  pathPart,
  text,
  texts,
  userIdOf,
} from './calls.js'
import { checkCurrentPassword } from './current-password.js'
import { userView } from './views.js'

const USERNAME_RULE =
  'up to 64 letters a to z, digits, . _ and -, starting with a letter or digit; ' +
  'channel, here, all and system are reserved'

export interface UserRoutesParts {
  readonly store: ChatStore
  readonly call: MakeCall
  readonly webhooks: Pick<IncomingWebhooks, 'signIn'>
  readonly hashPassword: (password: string) => Promise<string>
}

/** `/users…` without sign-in, sign-out and `me`, which the library provides. */
export function userRoutes(parts: UserRoutesParts): Router {
  const { store, call } = parts
  const router = Router()
  router.get(
    '/',
    call(async ({ req }) => (await store.users.list(pageOf(req))).map(userView)),
  )
  router.post(
    '/',
    call(async (made) => userView(await createUser(parts, made)), 201),
  )
  router.post(
    '/ids',
    call(async ({ body }) => {
      const users = await store.adapters.users.findByIds([...texts(body, 'user_ids')])
      return users.map(userView)
    }),
  )
  router.post(
    '/usernames',
    call(async ({ body }) => {
      const names = texts(body, 'usernames').map((name) => name.toLowerCase())
      const users = await store.adapters.users.findByUsernames(names)
      return users.map(userView)
    }),
  )
  router.get(
    '/username/:name',
    call(async ({ req }) => {
      const user = await store.users.byUsername(pathPart(req, 'name'))
      if (!user) throw new WebhookError('user_missing')
      return userView(user)
    }),
  )
  router.get(
    '/:user_id',
    call(async (made) => userView(await knownUser(store, userIdOf(made)))),
  )
  router.get(
    '/:user_id/preferences',
    call(async (made) => {
      ownUserIdOf(made)
      // Nothing is stored: clients use their defaults.
      return []
    }),
  )
  router.put(
    '/:user_id/active',
    call((made) => setActive(parts, made)),
  )
  router.put(
    '/:user_id/password',
    call((made) => setPassword(parts, made)),
  )
  return router
}

async function createUser({ store, hashPassword }: UserRoutesParts, call: Call): Promise<HookUser> {
  if (!call.user.admin) throw new WebhookError('not_permitted')
  const username = text(call.body, 'username')
  const email = text(call.body, 'email')
  if (!isUsername(username)) throw invalid('username', USERNAME_RULE)
  if (!isEmail(email)) throw invalid('email')
  const passwordHash = await hashPassword(newPassword(call.body, 'password'))
  return store.users.create({ username, email, passwordHash, admin: false })
}

async function setActive({ store, webhooks }: UserRoutesParts, call: Call): Promise<object> {
  const id = userIdOf(call)
  const active = member(call.body, 'active')
  if (typeof active !== 'boolean') throw invalid('active')
  const isOwnFarewell = id === call.user.id && !active
  if (!call.user.admin && !isOwnFarewell) throw new WebhookError('not_permitted')
  const user = await knownUser(store, id)
  if (!active && (await isLastAdministrator(store, user))) {
    throw new WebhookError('not_permitted', {
      detail: 'the last administrator cannot be deactivated',
    })
  }
  await store.users.setActive(id, active)
  if (!active) await webhooks.signIn.signOutUser(id)
  return { status: 'OK' }
}

async function isLastAdministrator(store: ChatStore, user: HookUser): Promise<boolean> {
  if (!user.admin) return false
  const users = await store.users.list()
  return !users.some((each) => each.admin && each.deleteAt === 0 && each.id !== user.id)
}

async function setPassword(
  { store, webhooks, hashPassword }: UserRoutesParts,
  call: Call,
): Promise<object> {
  const id = userIdOf(call)
  if (!call.user.admin && id !== call.user.id) throw new WebhookError('not_permitted')
  const password = newPassword(call.body, 'new_password')
  const user = await knownUser(store, id)
  if (!call.user.admin) {
    await checkCurrentPassword(webhooks, call.req, user, text(call.body, 'current_password'))
  }
  await store.users.setPasswordHash(id, await hashPassword(password))
  await webhooks.signIn.signOutUser(id)
  return { status: 'OK' }
}

function newPassword(body: unknown, name: string): string {
  const password = text(body, name)
  if (isPassword(password)) return password
  throw invalid(name, '8 to 72 bytes')
}
