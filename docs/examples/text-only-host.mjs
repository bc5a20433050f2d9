// A chat that shows plain text only: a message is a name, a time and a text. With `show: 'text'`, the
// text has everything that a program sends, such as attachments, fields, tables and links.
//
//   npm install express express-incoming-webhooks sql.js
//   node text-only-host.mjs
//   curl -d 'text=**Hello**' URL     # the URL that it prints
//   curl http://127.0.0.1:3000/      # prints the channel
//
// sql.js is SQLite in memory. For other databases, see docs/writing-adapters.md.

import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import express from 'express'
import { createIncomingWebhooks } from 'express-incoming-webhooks'
import { authorOf } from 'express-incoming-webhooks/render'
import { createSqlStores, oneConnection, sqlTables } from 'express-incoming-webhooks/sql'
import initSqlJs from 'sql.js'

const { SECRET = randomBytes(32).toString('hex'), PORT = '3000' } = process.env

const { Database } = await initSqlJs()
const db = new Database()
db.run(`
  CREATE TABLE messages (id INTEGER PRIMARY KEY, name TEXT, text TEXT, sent_at INTEGER);
  ${sqlTables({ dialect: 'sqlite' })}`)
/** @param {string} sql @param {import('sql.js').SqlValue[]} values */
const rows = (sql, values = []) => {
  const statement = db.prepare(sql, values)
  const found = []
  while (statement.step()) found.push(statement.getAsObject())
  statement.free()
  return found
}
const stores = createSqlStores({ dialect: 'sqlite', ...oneConnection(rows) })

// The only user and the only channel; in your chat, these are rows.
const user = { id: '1', username: 'operator', admin: true }
/** @type {import('express-incoming-webhooks').HookChannel} */
const channel = { id: '1', teamId: '', type: 'public', name: 'ops', displayName: 'Operations' }

const webhooks = createIncomingWebhooks({
  secret: SECRET,
  siteUrl: `http://127.0.0.1:${PORT}`,
  currentUser: () => null, // your sign-in; without it, only code manages webhooks
  show: 'text', // a post has no attachments, and its message is never empty
  maxPostLength: 500, // characters of a message here: a longer one becomes several
  adapters: {
    guarantees: ['once', 'consecutive', 'incidents'],
    users: {
      findByIds: (ids) => (ids.includes(user.id) ? [user] : []),
      findByUsernames: (names) => (names.includes(user.username) ? [user] : []),
    },
    channels: {
      findById: (id) => (id === channel.id ? channel : null),
      findByName: (name) => (name === channel.name ? channel : null),
      canPost: () => true,
      listFor: () => [channel],
    },
    posts: stores.posts({
      insert: (posts) => {
        const [{ last }] = rows('SELECT coalesce(max(sent_at), 0) AS last FROM messages')
        const sentAt = Math.max(Date.now(), Number(last) + 1)
        return posts.map((post, index) => {
          const values = [authorOf(post)?.name ?? 'webhook', post.message, sentAt + index]
          const sql = 'INSERT INTO messages (name, text, sent_at) VALUES (?, ?, ?) RETURNING id'
          const [{ id }] = rows(sql, values)
          return { id: Number(id), createAt: sentAt + index }
        })
      },
      setText: (id, text) =>
        rows('UPDATE messages SET text = ? WHERE id = ? RETURNING id', [text, id]).length === 1,
    }),
    webhooks: stores.webhooks,
    settings: stores.settings,
  },
})

const app = express()
app.use('/hooks', webhooks.hooksRouter)
app.get('/', (_req, res) => {
  const lines = rows('SELECT * FROM messages ORDER BY sent_at').map(
    ({ name, text, sent_at: at }) => `${new Date(Number(at)).toISOString()} ${name}: ${text}\n`,
  )
  res.type('text/plain').send(lines.join(''))
})

const { url } = await webhooks.manage.create(user.id, {
  channelId: channel.id,
  displayName: 'First webhook',
})
createServer(app).listen(Number(PORT), '127.0.0.1', () => {
  console.log(`Post to ${url}`)
})
