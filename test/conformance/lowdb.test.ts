import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ConformanceSession, describeAdapters } from 'express-incoming-webhooks/conformance'
import { openStore } from '../../example-host/store/index.js'

describeAdapters('the lowdb store of the example host', openLowdb)

async function openLowdb(): Promise<ConformanceSession> {
  const dir = await mkdtemp(join(tmpdir(), 'conformance-'))
  const store = await openStore({ dir })
  const teamId = store.teams[0]?.id ?? ''
  const founder = await store.users.create({
    username: 'founder',
    email: 'founder@example.test',
    passwordHash: '',
    admin: true,
  })
  return {
    adapters: store.adapters,
    seedUser: async ({ username, email, passwordHash, admin, active }) => {
      const user = await store.users.create({ username, email, passwordHash, admin })
      if (!active) await store.users.setActive(user.id, false)
      return (await store.users.byId(user.id)) ?? user
    },
    seedChannel: async ({ name, displayName, type, archived }) => {
      const channel = await store.channels.create({
        teamId,
        type,
        name,
        displayName,
        creatorId: founder.id,
      })
      return archived ? ((await store.channels.archive(channel.id)) ?? channel) : channel
    },
    addMember: async (channelId, userId) => {
      await store.channels.addMember(channelId, userId)
    },
    claimLogin: async (userId, host, login) => {
      await store.users.claim(userId, `${host}/${login}`)
    },
    readPosts: async (channelId) =>
      [...(await store.posts.page(channelId, { perPage: 1000 }))].reverse(),
    close: async () => {
      await store.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
