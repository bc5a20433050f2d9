import type { ConformanceSession } from 'express-incoming-webhooks/conformance'
import type { Pool } from 'pg'
import { renderText } from 'express-incoming-webhooks/render'
import { io } from 'socket.io-client'
import type { OwnSchema } from '../../support/postgres.js'
import {
  type HostOptions,
  listen,
  makeWebhook,
  type MountedHost,
  PEOPLE,
  type ShownMessage,
  stop,
} from '../mounted-host.js'
import { studioAdapters, WEBHOOK_TABLES } from './adapters.js'
import { mountStudio } from './app.js'
import { openStudio, type StudioMessage, TABLES } from './chat.js'
import { present } from '../../support/present.js'

export const STUDIO_TABLES = TABLES + WEBHOOK_TABLES

export async function openStudioSession(pool: Pool): Promise<ConformanceSession> {
  const adapters = studioAdapters(pool)
  const { addUser, addWorkspace, addChannel } = openStudio(pool)
  const workspaceId = await addWorkspace('acme')
  return {
    adapters,
    seedUser: async ({ username, admin }) => {
      const [user] = await adapters.users.findByIds([
        await addUser(username, admin ? 'admin' : 'user'),
      ])
      return present(user)
    },
    seedChannel: async ({ name, displayName, type, archived }) => {
      const id = await addChannel(workspaceId, name)
      const sql = `UPDATE channels SET title = $2, is_private = $3,
        archived_at = CASE WHEN $4 THEN now() END WHERE id = $1`
      await pool.query(sql, [id, displayName, type === 'private', archived])
      return present(await adapters.channels.findById(id))
    },
    addMember: async (channelId, userId) => {
      await pool.query('INSERT INTO channel_members VALUES ($1, $2)', [channelId, userId])
    },
    readPosts: async (channelId) => {
      const sql = 'SELECT id FROM messages WHERE channel_id = $1 ORDER BY sent_at'
      const { rows } = await pool.query<{ readonly id: string }>(sql, [channelId])
      const posts = await Promise.all(rows.map(async ({ id }) => adapters.posts.findById(id)))
      return posts.filter((post) => post !== null)
    },
    failWrites: async (message) => {
      await pool.query(`ALTER TABLE messages ADD CHECK (content <> '${message}')`)
    },
  }
}

export async function visitStudio(
  { pool, close }: OwnSchema,
  channels: readonly string[],
  options: HostOptions,
): Promise<MountedHost> {
  const { studio, adapters } = mountStudio(pool, options)
  const people = new Map<string, string>()
  for (const handle of PEOPLE) people.set(handle, await studio.addUser(handle))
  const workspaceId = await studio.addWorkspace('acme')
  const ids = new Map<string, string>()
  for (const name of channels) ids.set(name, await studio.addChannel(workspaceId, name))
  await adapters.settings.update({ enablePostUsernameOverride: true, enablePostIconOverride: true })
  const { server, url } = await listen(studio.app)
  const hangUp = studio.listen(server)
  const token = studio.tokenOf(people.get('alice') ?? '')
  const signedIn = { Authorization: `Bearer ${token}` }
  const hookPath = await makeWebhook(url, signedIn, ids.get('alerts') ?? '')
  const arrived: ShownMessage[] = []
  const client = io(url, { auth: { token } })
  client.on('message', ({ id, channelId, text }: StudioMessage & { readonly text: string }) =>
    arrived.push({ id, channel: channelId, text }),
  )
  await new Promise<void>((resolve) => client.once('welcome', resolve))
  return {
    url,
    hookPath,
    hasDirectChannels: true,
    arrived,
    history: async (channel) => {
      const answer = await fetch(`${url}/channels/${channel}/messages`, { headers: signedIn })
      const messages = (await answer.json()) as readonly StudioMessage[]
      return messages.map(({ id, channelId, content, metadata }) => {
        const text = renderText({ message: content, props: metadata['props'] })
        return { id, channel: channelId, text }
      })
    },
    close: async () => {
      client.disconnect()
      await hangUp()
      await stop(server)
      await close()
    },
  }
}
