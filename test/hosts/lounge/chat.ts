import { randomBytes, scryptSync } from 'node:crypto'
import type { Server as HttpServer } from 'node:http'
import express, { type Express, type Request } from 'express'
import { Server } from 'socket.io'
import {
  type Database,
  numberOf,
  openDatabase,
  textOf,
} from '../../../example-host/over-sql/database.js'

// A chat of one room list for everybody: integer ids, no teams, no roles, messages of plain text.

const SCHEMA = `
  CREATE TABLE people (
    id INTEGER PRIMARY KEY,
    nick TEXT NOT NULL COLLATE NOCASE UNIQUE,
    secret TEXT NOT NULL
  );
  CREATE TABLE cookies (token TEXT PRIMARY KEY, person_id INTEGER NOT NULL REFERENCES people (id));
  CREATE TABLE rooms (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, topic TEXT NOT NULL);
  CREATE TABLE messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    room_id INTEGER NOT NULL REFERENCES rooms (id),
    person_id INTEGER NOT NULL REFERENCES people (id),
    body TEXT NOT NULL,
    sent_at INTEGER NOT NULL
  );
  CREATE INDEX messages_of_room ON messages (room_id, sent_at);`

export interface Line {
  readonly id: number
  readonly room: string
  readonly nick: string
  readonly body: string
}

export interface Lounge {
  readonly db: Database
  readonly app: Express
  readonly addPerson: (nick: string, password: string) => number
  readonly addRoom: (name: string, topic: string) => number
  /** The id of the signed-in person. */
  readonly personOf: (req: Request) => number | null
  readonly history: (room: string) => readonly Line[]
  /** Sends messages to every page that shows the room. */
  readonly show: (messageIds: readonly number[]) => void
  /** Returns a function that disconnects all pages. */
  readonly listen: (server: HttpServer) => () => Promise<void>
}

export async function openLounge(extraTables: string): Promise<Lounge> {
  const db = await openDatabase(SCHEMA + extraTables)
  const io = new Server()
  const app = express()
  const lounge: Lounge = {
    db,
    app,
    addPerson: (nick, password) => {
      db.run('INSERT INTO people (nick, secret) VALUES (?, ?)', nick, hashOf(password))
      return lastId(db)
    },
    addRoom: (name, topic) => {
      db.run('INSERT INTO rooms (name, topic) VALUES (?, ?)', name, topic)
      return lastId(db)
    },
    personOf: (req) => {
      const [, token = ''] = /(?:^|; )lounge=([\w-]+)/.exec(req.get('cookie') ?? '') ?? []
      const row = db.one('SELECT person_id FROM cookies WHERE token = ?', token)
      return row && numberOf(row, 'person_id')
    },
    history: (room) => lines(db, 'rooms.name = ? ORDER BY sent_at, messages.id', room),
    show: (messageIds) => {
      for (const id of messageIds) {
        for (const line of lines(db, 'messages.id = ?', id)) io.to(line.room).emit('line', line)
      }
    },
    listen: (server) => {
      io.attach(server)
      return () => io.close()
    },
  }
  io.on('connection', (socket) => {
    socket.on('enter', async (room: string, done: () => void) => {
      await socket.join(room)
      done()
    })
  })
  addSignIn(lounge)
  return lounge
}

function addSignIn({ app, db, personOf, history }: Lounge): void {
  app.post('/login', express.json(), (req, res) => {
    const { nick, password } = req.body as { readonly nick: string; readonly password: string }
    const sql = 'SELECT id FROM people WHERE nick = ? AND secret = ?'
    const person = db.one(sql, nick, hashOf(password))
    if (!person) {
      res.sendStatus(401)
      return
    }
    const token = randomBytes(24).toString('base64url')
    db.run('INSERT INTO cookies VALUES (?, ?)', token, numberOf(person, 'id'))
    res.cookie('lounge', token, { httpOnly: true, sameSite: 'lax' }).sendStatus(204)
  })
  app.get('/rooms/:name', (req, res) => {
    if (personOf(req) === null) res.sendStatus(401)
    else res.json(history(req.params.name))
  })
}

function lines(db: Database, where: string, value: string | number): readonly Line[] {
  const sql = `SELECT messages.id, rooms.name AS room, nick, body FROM messages
    JOIN rooms ON rooms.id = room_id JOIN people ON people.id = person_id WHERE ${where}`
  return db.all(sql, value).map((row) => ({
    id: numberOf(row, 'id'),
    room: textOf(row, 'room'),
    nick: textOf(row, 'nick'),
    body: textOf(row, 'body'),
  }))
}

function lastId(db: Database): number {
  const row = db.one('SELECT last_insert_rowid() AS id')
  return row ? numberOf(row, 'id') : 0
}

function hashOf(password: string): string {
  return scryptSync(password, 'lounge', 32, { N: 1024 }).toString('hex')
}
