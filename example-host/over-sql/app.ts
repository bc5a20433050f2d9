import { createHash, randomBytes } from 'node:crypto'
import express, { type Express, type Request } from 'express'
import {
  createIncomingWebhooks,
  type HookLog,
  type HookUser,
  toClientPost,
} from 'express-incoming-webhooks'
import type { StoredPost } from 'express-incoming-webhooks/adapters'
import { consoleRouter } from 'express-incoming-webhooks/console'
import { authorOf, renderText } from 'express-incoming-webhooks/render'
import { createAdapters } from './adapters.js'
import type { Chat } from './chat.js'
import { type Database, numberOf } from './database.js'
import { messagesOf } from './messages.js'

const COOKIE = 'parley'
const DAY = 24 * 3600 * 1000

export interface OverSqlOptions {
  readonly db: Database
  readonly chat: Chat
  readonly secret: string
  readonly siteUrl: string
  readonly log?: HookLog
}

/** A chat with its own sign-in: it mounts the library's routers and console, but no authRouter. */
export function createOverSqlApp(options: OverSqlOptions): Express {
  const { db, secret, siteUrl, log } = options
  const adapters = createAdapters(db)
  const webhooks = createIncomingWebhooks({
    adapters,
    secret,
    siteUrl,
    currentUser,
    userIdPattern: /^\d+$/,
    permalink: (post, channel) =>
      `${siteUrl}/${channel?.teamName ?? 'direct'}/rooms/${post.channelId}#m${post.id}`,
    ...(log ? { log } : {}),
  })
  const app = express().disable('x-powered-by')
  app.use('/hooks', webhooks.hooksRouter)
  app.use('/api/v4/posts', webhooks.buttonsRouter)
  app.use('/api/v4', webhooks.adminRouter)
  app.use(
    '/integrations',
    consoleRouter({ apiBase: '../api/v4', hooksBase: '../hooks', teamName: 'Parley' }),
  )
  addSignIn(app, options)
  app.get('/rooms/:id/messages', async (req, res) => {
    const user = await webhooks.currentUser(req)
    const room = await adapters.channels.findById(req.params.id)
    if (!user || !room || !(await adapters.channels.canPost(user, room))) res.sendStatus(404)
    else res.json(messagesOf(db, room.id).map(shownMessage))
  })
  return app

  async function currentUser(req: Request): Promise<HookUser | null> {
    const token = new RegExp(`(?:^|; )${COOKIE}=([\\w-]+)`).exec(req.get('cookie') ?? '')?.[1]
    if (token === undefined) return null
    const sql = 'SELECT person_id FROM cookies WHERE digest = ? AND expires_on > ?'
    const row = db.one(sql, digestOf(token), Date.now())
    if (!row) return null
    const [user] = await adapters.users.findByIds([String(numberOf(row, 'person_id'))])
    return user ?? null
  }
}

function addSignIn(app: Express, { db, chat, siteUrl }: OverSqlOptions): void {
  app.post('/sign-in', express.json(), (req, res) => {
    const { login, password } = req.body as {
      readonly login?: unknown
      readonly password?: unknown
    }
    const person = chat.personBy(String(login), String(password))
    if (person === null) {
      res.sendStatus(401)
      return
    }
    const token = randomBytes(24).toString('base64url')
    db.run('INSERT INTO cookies VALUES (?, ?, ?)', digestOf(token), person, Date.now() + DAY)
    const secure = siteUrl.startsWith('https:')
    res.cookie(COOKIE, token, { httpOnly: true, sameSite: 'lax', secure, maxAge: DAY })
    res.sendStatus(204)
  })
}

/** A message for pages that show text: its author, and all its content. */
function shownMessage(post: StoredPost): object {
  return { ...toClientPost(post), author: authorOf(post), text: renderText(post) }
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
