import type { ConformanceSession } from 'express-incoming-webhooks/conformance'
import { io } from 'socket.io-client'
import { numberOf } from '../../../example-host/over-sql/database.js'
import {
  type HostOptions,
  listen,
  makeWebhook,
  type MountedHost,
  PEOPLE,
  type ShownMessage,
  stop,
} from '../mounted-host.js'
import { loungeAdapters, WEBHOOK_TABLES } from './adapters.js'
import { openMountedLounge } from './app.js'
import { type Line, openLounge } from './chat.js'

export async function openLoungeSession(): Promise<
  ConformanceSession<'once' | 'consecutive' | 'incidents'>
> {
  const { db, addPerson, addRoom } = await openLounge(WEBHOOK_TABLES)
  const adapters = loungeAdapters(db)
  return {
    adapters,
    seedUser: ({ username }) => ({ id: String(addPerson(username, 'x')), username }),
    seedChannel: ({ name, displayName }) => {
      const id = String(addRoom(name, displayName))
      return { id, teamId: '', type: 'public', name, displayName }
    },
    // Everyone is in every room.
    addMember: () => undefined,
    readPosts: async (channelId) => {
      const sql = 'SELECT id FROM messages WHERE room_id = ? ORDER BY sent_at'
      const ids = db.all(sql, channelId).map((row) => String(numberOf(row, 'id')))
      const posts = await Promise.all(ids.map(async (id) => adapters.posts.findById(id)))
      return posts.filter((post) => post !== null)
    },
    failWrites: (message) => {
      db.run(`CREATE TRIGGER refuse BEFORE INSERT ON messages WHEN NEW.body = '${message}'
        BEGIN SELECT raise(ABORT, 'refused on purpose'); END`)
    },
    close: () => {
      db.close()
    },
  }
}

export async function visitLounge(
  channels: readonly string[],
  options: HostOptions,
): Promise<MountedHost> {
  const { lounge, adapters } = await openMountedLounge(options)
  for (const nick of PEOPLE) lounge.addPerson(nick, 'a password')
  const rooms = new Map(channels.map((name) => [name, lounge.addRoom(name, name)]))
  await adapters.settings.update({ enablePostUsernameOverride: true, enablePostIconOverride: true })
  const { server, url } = await listen(lounge.app)
  const hangUp = lounge.listen(server)
  const login = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ nick: 'alice', password: 'a password' }),
  })
  const [cookie = ''] = login.headers.getSetCookie()
  const hookPath = await makeWebhook(url, { Cookie: cookie }, String(rooms.get('alerts')))
  const arrived: ShownMessage[] = []
  const client = io(url)
  client.on('line', (line: Line) => arrived.push(shown(line)))
  for (const room of rooms.keys()) await client.emitWithAck('enter', room)
  return {
    url,
    hookPath,
    hasDirectChannels: false,
    arrived,
    history: async (room) => {
      const answer = await fetch(`${url}/rooms/${room}`, { headers: { Cookie: cookie } })
      return ((await answer.json()) as readonly Line[]).map(shown)
    },
    close: async () => {
      client.disconnect()
      await hangUp()
      await stop(server)
      lounge.db.close()
    },
  }
}

function shown({ id, room, body }: Line): ShownMessage {
  return { id: String(id), channel: room, text: body }
}
