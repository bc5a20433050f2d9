import { type HookUser, WebhookError } from 'express-incoming-webhooks'
import { isEmail, isPassword, isUsername } from '../accounts.js'
import {
  type Call,
  found,
  givenText,
  type Handlers,
  invalid,
  knownUser,
  member,
  ownUserIdOf,
  pageOf,
  pathPart,
  permit,
  text,
  texts,
  userIdOf,
} from './calls.js'
import { statusView, userView } from './views.js'

const USERNAME_RULE =
  'up to 64 letters a to z, digits, . _ and -, starting with a letter or digit; ' +
  'channel, here, all and system are reserved'

const LOGIN_RULE = 'Enter the address of your profile at a forge, such as github.com/octocat'
const MOST_LOGINS = 20
const PROFILE = /^(?:https?:\/\/)?([a-z0-9.-]{1,253})(?::\d{1,5})?\/@?([^\s/?#]{1,100})\/?$/

/** `/users…` without sign-in, sign-out and `me`, which the library provides. */
export const userHandlers = {
  listAccounts: async (call) => (await call.store.users.list(pageOf(call))).map(userView),
  createAccount: async ({ store, hashPassword, user, body }) => {
    permit(user.admin)
    const username = text(body, 'username')
    const email = text(body, 'email')
    if (!isUsername(username)) throw invalid('username', USERNAME_RULE)
    if (!isEmail(email)) throw invalid('email')
    const passwordHash = await hashPassword(newPassword(body, 'password'))
    return userView(await store.users.create({ username, email, passwordHash, admin: false }))
  },
  getAccountsByIds: async ({ store, body }) =>
    (await store.adapters.users.findByIds([...texts(body, 'user_ids')])).map(userView),
  getAccountsByNames: async ({ store, body }) => {
    const names = texts(body, 'usernames').map((name) => name.toLowerCase())
    return (await store.adapters.users.findByUsernames(names)).map(userView)
  },
  getAccountByName: async (call) => {
    const user = await call.store.users.byUsername(pathPart(call, 'name'))
    return userView(found(user, 'user_missing'))
  },
  getAccount: async (call) => userView(await knownUser(call, userIdOf(call))),
  // Nothing is stored: clients use their defaults.
  getPreferences: (call) => {
    ownUserIdOf(call)
    return []
  },
  setActive: async (call) => {
    const id = userIdOf(call)
    const active = member(call.body, 'active')
    if (typeof active !== 'boolean') throw invalid('active')
    const isOwnFarewell = id === call.user.id && !active
    permit(call.user.admin || isOwnFarewell)
    const user = await knownUser(call, id)
    if (active) await call.store.users.setActive(id, true)
    else await deactivate(call, user)
  },
  removeAccount: async (call) => {
    const id = userIdOf(call)
    const permanent = givenText(call, 'permanent') ?? 'false'
    if (permanent !== 'true' && permanent !== 'false') throw invalid('permanent', 'true or false')
    const isPermanent = permanent === 'true'
    permit(call.user.admin || (id === call.user.id && !isPermanent))
    const user = await call.store.users.byId(id)
    if (!isPermanent) {
      await deactivate(call, found(user, 'user_missing'))
      return { status: 'OK' }
    }
    permit(id !== call.user.id, 'another administrator must do this')
    const handOverTo = givenText(call, 'hand_over_to')
    if (handOverTo === id) throw invalid('hand_over_to')
    // Before anything is done.
    const heir = handOverTo === undefined ? null : await knownUser(call, handOverTo)
    if (heir?.deleteAt) throw new WebhookError('user_missing')
    if (user) await deactivate(call, user)
    const to = handOverTo === undefined ? {} : { handOverTo }
    const { handedOver, deleted } = await call.webhooks.manage.forgetUser(id, to)
    found(await call.store.forget(id), 'user_missing')
    return {
      status: 'OK',
      handed_over: handedOver,
      deleted: deleted.map(({ webhookId, displayName, reason, detail }) => ({
        id: webhookId,
        display_name: displayName,
        reason,
        detailed_error: detail,
      })),
    }
  },
  setPassword: async (call) => {
    const { store, webhooks, hashPassword, body } = call
    const id = ownUserIdOf(call)
    const password = newPassword(body, 'new_password')
    const user = await knownUser(call, id)
    if (!call.user.admin) await checkPassword(call, user, text(body, 'current_password'))
    await store.users.setPasswordHash(id, await hashPassword(password))
    await webhooks.signIn.signOutUser(id)
  },
  listLogins: async (call) => {
    const { id } = await knownUser(call, ownUserIdOf(call))
    return call.store.users.logins(id)
  },
  claimLogin: async (call) => {
    const { users } = call.store
    const { id } = await knownUser(call, ownUserIdOf(call))
    const [, host = '', login = ''] =
      PROFILE.exec(text(call.body, 'login').trim().toLowerCase()) ?? []
    if (login === '') throw invalid('login', LOGIN_RULE)
    if ((await users.logins(id)).length >= MOST_LOGINS) {
      throw invalid('login', `At most ${MOST_LOGINS} logins: release another one first`)
    }
    if (await users.claim(id, `${host}/${login}`)) return users.logins(id)
    const [claim] = (await call.store.adapters.users.findByLogins?.('', host, [login])) ?? []
    const whose = claim ? `@${claim.user.username}` : 'somebody else'
    throw invalid('login', `${whose} has claimed it; they or an administrator can release it`)
  },
  releaseLogin: async (call) => {
    const id = ownUserIdOf(call)
    const login = pathPart(call, 'login')
    found(await call.store.users.release(id, login), 'not_found', 'no such login of this user')
  },
  // Who has an open websocket. Nobody sets a status here, so there are no others.
  getStatuses: async ({ store, body }) => {
    // As in the reference, unknown users are offline.
    const ids = [...new Set(texts(body, 'user_ids'))]
    const online = await store.presence.online(ids)
    return ids.map((id) => statusView(id, online.has(id)))
  },
  getStatus: async (call) => {
    const { id } = await knownUser(call, userIdOf(call))
    return statusView(id, (await call.store.presence.online([id])).has(id))
  },
} satisfies Partial<Handlers>

async function deactivate(call: Call, user: HookUser): Promise<void> {
  permit(!(await isLastAdministrator(call, user)), 'the last administrator cannot be deactivated')
  await call.store.users.setActive(user.id, false)
  await call.webhooks.signIn.signOutUser(user.id)
}

async function isLastAdministrator({ store }: Call, user: HookUser): Promise<boolean> {
  if (!user.admin) return false
  const users = await store.users.list()
  return !users.some((each) => each.admin && each.deleteAt === 0 && each.id !== user.id)
}

/** Throws unless it is the user's. Failures count like those of sign-in. */
async function checkPassword({ webhooks, req }: Call, user: HookUser, password: string) {
  try {
    await webhooks.signIn.checkPassword({ loginId: user.username, password, address: req.ip ?? '' })
  } catch (error) {
    const isWrong = error instanceof WebhookError && error.code === 'sign_in_failed'
    throw isWrong ? invalid('current_password') : error
  }
}

function newPassword(body: unknown, name: string): string {
  const password = text(body, name)
  if (isPassword(password)) return password
  throw invalid(name, '8 to 72 bytes')
}
