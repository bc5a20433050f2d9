import { expect } from 'chai'
import type { Adapters, Guarantee, NewPost } from 'express-incoming-webhooks/adapters'
import { type ConformanceSession, describeAdapters } from 'express-incoming-webhooks/conformance'
import mongoose, { type Connection } from 'mongoose'
import { MongoDouble } from './mongo-double.js'
import {
  channelSchema,
  messageSchema,
  userSchema,
} from '../../docs/examples/adapters/mongoose-schemas.js'
import { standaloneAdapters } from '../../docs/examples/adapters/mongoose-standalone.js'
import { mongooseAdapters } from '../../docs/examples/adapters/mongoose.js'
import { postsOf } from './under-test.js'

async function openSession(): Promise<ConformanceSession<'once' | 'consecutive' | 'incidents'>> {
  const double = new MongoDouble()
  const connection = double.connect()
  return sessionOn(double, connection, mongooseAdapters(connection))
}

async function openStandalone(): Promise<ConformanceSession<never>> {
  const double = new MongoDouble('standalone')
  const connection = double.connect()
  // On a connection of its own, because each has its model of the documents.
  return sessionOn(
    double,
    connection,
    standaloneAdapters(connection, mongooseAdapters(double.connect())),
  )
}

function sessionOn<G extends Guarantee>(
  double: MongoDouble,
  connection: Connection,
  adapters: Adapters<G>,
): ConformanceSession<G> {
  const users = connection.model('User', userSchema)
  const channels = connection.model('Channel', channelSchema)
  const messages = connection.model('Message', messageSchema)
  return {
    adapters,
    seedUser: async ({ username: name, admin: isAdmin, active }) => {
      const leftAt = active ? undefined : new Date()
      await users.insertMany([{ name, isAdmin, leftAt }])
      const [user] = await adapters.users.findByUsernames([name])
      return present(user)
    },
    seedChannel: async ({ name, displayName: title, type, archived }) => {
      const archivedAt = archived ? new Date() : undefined
      await channels.insertMany([{ name, title, isPrivate: type === 'private', archivedAt }])
      return present(await adapters.channels.findByName(name, '', ''))
    },
    addMember: async (channelId, userId) => {
      await channels.updateOne({ _id: channelId }, { members: [userId] })
    },
    readPosts: async (channelId) => {
      const found = await messages.find({ channel: channelId }).lean()
      const ids = found.sort((a, b) => a.sentAt - b.sentAt).map(({ _id }) => String(_id))
      return postsOf(adapters, ids)
    },
    failWrites: (message) => {
      double.refuse(({ text }) => text === message)
    },
  }
}

function present<T>(record: T | null | undefined): T {
  if (record === null || record === undefined) throw new Error('no record was stored')
  return record
}

describeAdapters('the recipe with Mongoose, on a double of MongoDB', openSession)
describeAdapters('the recipe with Mongoose outside a replica set', openStandalone, {
  without: ['transactions'],
})

describe('the recipe with transactions, outside a replica set', () => {
  it('says what to do when it starts', async () => {
    const { webhooks } = mongooseAdapters(new MongoDouble('standalone').connect())
    expect(await webhooks.hasTransactions?.()).to.equal(false)
    const failed = Promise.resolve(webhooks.delete('none'))
    expect(String(await failed.catch((error: unknown) => error))).to.include(
      'A MongoDB server has them only as a member of a replica set.',
    )
  })

  it('finds them in a replica set', async () => {
    const { webhooks } = mongooseAdapters(new MongoDouble().connect())
    expect(await webhooks.hasTransactions?.()).to.equal(true)
  })
})

describe('the documents of the recipe with Mongoose', () => {
  it('have ids and members of any name', async () => {
    const { adapters, ...session } = await openSession()
    const user = await session.seedUser({
      username: 'wanda',
      email: '',
      admin: false,
      active: true,
      passwordHash: '',
    })
    const channel = await session.seedChannel({
      name: 'releases',
      displayName: '',
      type: 'public',
      archived: false,
    })
    const props = { $set: { 'a.b': 1 }, constructor: 'c', prototype: {}, '\0': null, '': [] }
    const post: NewPost = {
      id: 'one',
      channelId: channel.id,
      userId: user.id,
      webhookId: 'w',
      rootId: '',
      message: 'hello',
      type: '',
      props,
      priority: null,
      mentions: { userIds: [], channelWide: null },
    }
    for (const key of ['$where', 'a.b c', 'é\u{1f600}', '\0', '__proto__', '/'.repeat(255)]) {
      const once = {
        webhookId: 'w',
        key,
        fingerprint: 'f',
        expiresAt: Date.now() + 60_000,
        warnings: [],
        ignored: [],
      }
      const { stored } = await adapters.posts.createBatch({ posts: [post], once })
      expect(stored, key).to.equal(true)
      const found = await adapters.posts.findBatch('w', key)
      expect(found?.posts[0]?.props, key).to.deep.equal(props)
    }
  })
})

describe('the double of MongoDB', () => {
  const countsOn = (double: MongoDouble) => {
    const connection = double.connect()
    const schema = new mongoose.Schema({ _id: String, n: { type: Number, default: 0 } })
    return { connection, counts: connection.model('Count', schema) }
  }

  it('starts a transaction again if another one has written the same row', async () => {
    const { connection, counts } = countsOn(new MongoDouble())
    let runs = 0
    const add = (): Promise<unknown> =>
      connection.transaction(async (session) => {
        runs += 1
        const before = await counts.findById('a').session(session).lean()
        const after = { _id: 'a', n: (before?.n ?? 0) + 1 }
        await counts.replaceOne({ _id: 'a' }, after, { upsert: true, session })
      })
    await Promise.all([add(), add(), add()])
    expect((await counts.findById('a').lean())?.n).to.equal(3)
    expect(runs).to.be.above(3)
  })

  it('keeps nothing of a transaction that fails, and shows nothing of one that is open', async () => {
    const { connection, counts } = countsOn(new MongoDouble())
    const failing = connection.transaction(async (session) => {
      await counts.insertMany([{ _id: 'a' }], { session })
      expect(await counts.findById('a').session(session).lean()).to.not.equal(null)
      expect(await counts.findById('a').lean()).to.equal(null)
      throw new Error('no')
    })
    expect(await failing.catch(String)).to.equal('Error: no')
    expect(await counts.find().lean()).to.deep.equal([])
  })
})
