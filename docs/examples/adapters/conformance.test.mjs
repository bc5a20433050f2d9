// The conformance suite on the adapters for SQLite. Save it beside better-sqlite3.js, compiled, and run
// it with: node --test conformance.test.mjs
import { readFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { describeAdapters } from 'express-incoming-webhooks/conformance'
import { sqlTables } from 'express-incoming-webhooks/sql'
import { sqliteAdapters } from './better-sqlite3.js'

const CHAT_TABLES = readFileSync(new URL('chat.sqlite.sql', import.meta.url), 'utf8')

describeAdapters('our chat', () => {
  const db = new Database(':memory:')
  db.exec(CHAT_TABLES + sqlTables({ dialect: 'sqlite' }))
  const adapters = sqliteAdapters(db)
  const insert = (sql, ...values) => String(db.prepare(sql).run(...values).lastInsertRowid)
  return {
    adapters,
    seedUser: ({ username, admin, active }) => {
      const sql = 'INSERT INTO users (name, is_admin, left_at) VALUES (?, ?, ?)'
      const id = insert(sql, username, Number(admin), active ? null : Date.now())
      return adapters.users.findByIds([id])[0]
    },
    seedChannel: ({ name, displayName, type, archived }) => {
      const sql = 'INSERT INTO channels (name, title, is_private, archived_at) VALUES (?, ?, ?, ?)'
      const isPrivate = Number(type === 'private')
      const id = insert(sql, name, displayName, isPrivate, archived ? Date.now() : null)
      return adapters.channels.findById(id)
    },
    addMember: (channelId, userId) => {
      insert('INSERT INTO members VALUES (?, ?)', channelId, userId)
    },
    readPosts: (channelId) => {
      const sql = 'SELECT id FROM messages WHERE channel_id = ? ORDER BY sent_at'
      const rows = db.prepare(sql).all(channelId)
      return Promise.all(rows.map(({ id }) => adapters.posts.findById(String(id))))
    },
    failWrites: (message) => {
      db.exec(`CREATE TRIGGER refuse BEFORE INSERT ON messages WHEN NEW.body = '${message}'
        BEGIN SELECT RAISE(ABORT, 'refused'); END`)
    },
    close: () => db.close(),
  }
})
