import assert from 'node:assert/strict'
import { MAX_POST_LENGTH } from '../model/limits.js'
import type { JsonValue, NewPost } from '../model/records.js'
import {
  assertHolds,
  found,
  messagesIn,
  openScene,
  scramble,
  seedChannel,
  storePosts,
} from './scene.js'
import type { Check } from './session.js'

const MESSAGE = 'first line\r\nsecond\tline \u{1f469}\u{200d}\u{1f680} \u0001 \u2028 \ufffd end\n'
const DEEP: JsonValue = Array.from({ length: 30 }).reduce<JsonValue>((inner) => [inner], 'core')
const PROPS: NewPost['props'] = {
  from_webhook: 'true',
  attachments: [{ title: 'Build', fields: [{ title: 'a', value: '1', short: true }], n: null }],
  numbers: [0, -1.5, 1e21, 9_007_199_254_740_991],
  texts: { '': '', '\u{1f600}': MESSAGE, quote: `'"\\` },
  empty: [[], {}, false],
  deep: DEEP,
}

/** Contract of `PostsAdapter`: what `createBatch` stores. */
export const POSTS: readonly Check[] = [
  {
    title: 'declare only known guarantees',
    run: async ({ adapters }) => {
      for (const promise of adapters.posts.promises) {
        assert.ok(['once', 'consecutive', 'threads'].includes(promise), promise)
      }
    },
  },
  {
    title: 'get an id and times, and otherwise keep the given values',
    run: async (session) => {
      const { user, channel, newPost } = await openScene(session)
      const given = newPost('**hello**', {
        type: 'custom_build',
        props: PROPS,
        priority: { priority: 'urgent', requestedAck: true, persistentNotifications: false },
        mentions: { userIds: [user.id], channelWide: 'here' },
      })
      const [post] = await storePosts(session, [given])
      const stored = found(post ?? null, 'the post')
      const { id, createAt, updateAt } = stored
      assert.ok(typeof id === 'string' && id !== '', 'an id is a text')
      assert.ok(Number.isSafeInteger(createAt) && createAt > 0, 'createAt is in milliseconds')
      assert.equal(updateAt, createAt)
      assertHolds(stored, given)
      assert.deepEqual(await session.readPosts(channel.id), [post])
      assert.deepEqual(await session.adapters.posts.findById(id), post)
    },
  },
  {
    title: 'keep a text of maximum length, with every character and line end',
    run: async (session) => {
      const { channel, newPost } = await openScene(session)
      const long = MESSAGE + '\u{1f680}'.repeat(MAX_POST_LENGTH - Array.from(MESSAGE).length)
      const [post] = await storePosts(session, [newPost(long)])
      assert.equal(post?.message, long)
      assert.deepEqual(await messagesIn(session, channel.id), [long])
    },
  },
  {
    title: 'may have an empty message, such as posts with only attachments',
    run: async (session) => {
      const { channel, newPost } = await openScene(session)
      await storePosts(session, [newPost('', { props: PROPS })])
      const [read] = await session.readPosts(channel.id)
      assert.equal(read?.message, '')
      assert.deepEqual(read.props, PROPS)
    },
  },
  {
    title: 'of a batch keep their order, with increasing times in the channel',
    run: async (session) => {
      const { channel, newPost } = await openScene(session)
      const messages = ['3 first', '1 second', '2 third', '0 last']
      const first = await storePosts(
        session,
        messages.map((message) => newPost(message)),
      )
      const second = await storePosts(session, [newPost('later')])
      const posts = [...first, ...second]
      assert.deepEqual(
        posts.map((post) => post.message),
        [...messages, 'later'],
      )
      assert.equal(new Set(posts.map((post) => post.id)).size, 5)
      assert.deepEqual(await session.readPosts(channel.id), posts)
      posts.reduce((earlier, post) => {
        assert.ok(post.createAt > earlier.createAt, 'times rise')
        return post
      })
    },
  },
  {
    title:
      'of a message with several parts contain the id of the first post: withFirstId is called for each',
    run: async (session) => {
      const { channel, newPost } = await openScene(session)
      const part = (index: number): NewPost =>
        newPost(`part ${index}`, { props: { webhook_part: { index, count: 3, first_id: '' } } })
      const posts = await storePosts(session, [part(0), part(1), part(2)])
      const first_id = posts[0]?.id ?? ''
      const parts = [0, 1, 2].map((index) => ({ index, count: 3, first_id }))
      assert.deepEqual(
        posts.map((post) => post.props['webhook_part']),
        parts,
      )
      assert.deepEqual(
        (await session.readPosts(channel.id)).map((post) => post.props['webhook_part']),
        parts,
      )
    },
  },
  {
    title: 'are all stored, or none of them',
    run: async (session) => {
      const { channel, newPost } = await openScene(session)
      const batch = [newPost('1'), newPost('2'), unreadable(newPost('3'))]
      await assert.rejects(async () => session.adapters.posts.createBatch({ posts: batch }))
      assert.deepEqual(await messagesIn(session, channel.id), [])
      await storePosts(session, [newPost('afterwards')])
      assert.deepEqual(await messagesIn(session, channel.id), ['afterwards'])
    },
  },
  {
    title: 'of concurrent batches are all stored in their channels, each batch in order',
    run: async (session) => {
      const { channel, newPost } = await openScene(session)
      const other = await seedChannel(session, 'other')
      const names = Array.from({ length: 12 }, (_, index) => String.fromCharCode(97 + index))
      const inChannel = (name: string): string => (name < 'g' ? channel.id : other.id)
      await Promise.all(
        names.map((name) =>
          storePosts(
            session,
            [1, 2, 3].map((n) => newPost(`${name}${n}`, { channelId: inChannel(name) })),
          ),
        ),
      )
      for (const name of names) {
        const messages = await messagesIn(session, inChannel(name))
        assert.equal(messages.length, 18)
        const own = messages.filter((message) => message.startsWith(name))
        assert.deepEqual(own, [`${name}1`, `${name}2`, `${name}3`])
      }
    },
  },
  {
    title: 'are copies: changing input or results does not change what is stored',
    run: async (session) => {
      const { channel, newPost } = await openScene(session)
      const given = newPost('hello', { props: structuredClone(PROPS) })
      const [post] = await storePosts(session, [given])
      const before = structuredClone(post)
      scramble(given)
      scramble(post)
      scramble(await session.adapters.posts.findById(before?.id ?? ''))
      assert.deepEqual(await session.adapters.posts.findById(before?.id ?? ''), before)
      assert.deepEqual(await session.readPosts(channel.id), [before])
    },
  },
]

/** Simulates a failure in the middle of a batch, such as a full disk or a lost connection. */
function unreadable(post: NewPost): NewPost {
  return Object.defineProperty({ ...post }, 'props', {
    enumerable: true,
    get: () => {
      throw new Error('these props cannot be read, on purpose')
    },
  })
}
