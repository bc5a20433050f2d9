import type { ChannelType } from '../../lib/model/records.js'
import { expect } from 'chai'
import type { HookChannel, HookUser } from 'express-incoming-webhooks'
import type { ChannelsAdapter } from 'express-incoming-webhooks/adapters'
import { createMemoryAdapters } from 'express-incoming-webhooks/memory'
import { createAdapters } from '../../example-host/over-sql/adapters.js'
import { createChat } from '../../example-host/over-sql/chat.js'
import { openDatabase } from '../../example-host/over-sql/database.js'

type Role = 'stranger' | 'member' | 'administrator'

/** Contract, section 3. */
const MAY_POST: Readonly<Record<ChannelType, readonly Role[]>> = {
  public: ['stranger', 'member', 'administrator'],
  private: ['member', 'administrator'],
  group: ['member', 'administrator'],
  direct: ['member'],
}
const ROLES: readonly Role[] = ['stranger', 'member', 'administrator']

/** A channel of each kind that a host has, with one member; and what it says of the three. */
interface Scene {
  readonly kinds: readonly ChannelType[]
  readonly mayPost: (role: Role, type: ChannelType) => Promise<boolean>
}

function sceneOf(
  channels: ChannelsAdapter,
  people: Readonly<Record<Role, HookUser>>,
  made: ReadonlyMap<ChannelType, HookChannel>,
): Scene {
  return {
    kinds: [...made.keys()],
    mayPost: async (role, type) => {
      const channel = made.get(type)
      return channel !== undefined && channels.canPost(people[role], channel)
    },
  }
}

function inMemory(): Scene {
  const { host, channels } = createMemoryAdapters()
  const person = (id: string, admin: boolean): HookUser => {
    const user = { id, username: id, email: `${id}@x`, admin, createAt: 1, deleteAt: 0 }
    host.users.set(id, user)
    return user
  }
  const people = {
    stranger: person('stranger', false),
    member: person('member', false),
    administrator: person('administrator', true),
  }
  const made = new Map<ChannelType, HookChannel>()
  for (const type of ['public', 'private', 'group', 'direct'] as const) {
    const channel = { id: type, teamId: '', type, name: type, displayName: type, deleteAt: 0 }
    host.channels.set(type, channel)
    host.members.set(type, new Set(['member']))
    made.set(type, channel)
  }
  return sceneOf(channels, people, made)
}

async function overSql(): Promise<Scene> {
  const db = await openDatabase()
  const chat = createChat(db)
  const { channels, users } = createAdapters(db)
  const workspaceId = chat.addWorkspace('parley')
  const person = async (login: Role): Promise<HookUser> => {
    const operator = login === 'administrator'
    const id = chat.addPerson({ login, mail: `${login}@x`, password: 'x', operator })
    const [user] = await users.findByIds([String(id)])
    if (!user) throw new Error(`${login} is missing`)
    return user
  }
  const people = {
    stranger: await person('stranger'),
    member: await person('member'),
    administrator: await person('administrator'),
  }
  const made = new Map<ChannelType, HookChannel>()
  for (const kind of ['open', 'closed'] as const) {
    const id = chat.addRoom({ workspaceId, kind, slug: kind, title: kind })
    chat.join(id, Number(people.member.id))
    const channel = await channels.findById(String(id))
    if (channel) made.set(channel.type, channel)
  }
  made.set('direct', await channels.createDirect(people.member.id, people.member.id, ''))
  return sceneOf(channels, people, made)
}

describe('who may post where', () => {
  const hosts: Readonly<Record<string, () => Scene | Promise<Scene>>> = {
    'in memory': inMemory,
    'over SQL, which has no groups': overSql,
  }
  for (const [name, open] of Object.entries(hosts)) {
    it(`is the same everywhere: ${name}`, async () => {
      const { kinds, mayPost } = await open()
      expect(kinds).to.include.members(['public', 'private', 'direct'])
      for (const type of kinds) {
        const allowed = []
        for (const role of ROLES) if (await mayPost(role, type)) allowed.push(role)
        expect(allowed, type).to.deep.equal(MAY_POST[type])
      }
    })
  }
})
