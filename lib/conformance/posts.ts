import assert from 'node:assert/strict'
import { copyOf } from '../model/copy.js'
import { MAX_POST_LENGTH } from '../model/limits.js'
import type { JsonValue, NewPost } from '../model/records.js'
import {
  assertHolds,
  found,
  type GivenPost,
  messagesIn,
  named,
  openScene,
  scramble,
  seedChannel,
  storePosts,
  unreadable,
} from './scene.js'
import type { Check, CheckedSession } from './session.js'

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
const REFUSED = 'this message is refused by the database'

/** Contract of `PostsAdapter`: what `createBatch` stores. */
export const POSTS: readonly Check[] = [
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
      const stored = found(post, 'the post')
      const { id, createAt, updateAt } = stored
      assert.ok(id !== '', 'id is not empty')
      assert.ok(Number.isSafeInteger(createAt) && createAt > 0, 'createAt is in milliseconds')
      assert.equal(updateAt, createAt, 'updateAt of a new post')
      assert.equal(stored.version ?? 0, 0, 'version of a new post')
      assertHolds(stored, given, 'the post that createBatch returns')
      assert.deepEqual(await session.readPosts(channel.id), [post], 'the post in the channel')
      const read = await session.adapters.posts.findById(id)
      assert.deepEqual(read, post, 'the post that findById returns')
    },
  },
  {
    title: 'keep text of maximum length, with every character and line ending',
    run: async (session) => {
      const { channel, newPost } = await openScene(session)
      const long = MESSAGE + '\u{1f680}'.repeat(MAX_POST_LENGTH - Array.from(MESSAGE).length)
      const [post] = await storePosts(session, [newPost(long)])
      assert.equal(post?.message, long, 'the message that createBatch returns')
      assert.deepEqual(await messagesIn(session, channel.id), [long], 'the message in the channel')
    },
  },
  {
    title: 'may have an empty message, such as posts with only attachments',
    run: async (session) => {
      const { channel, newPost } = await openScene(session)
      await storePosts(session, [newPost('', { props: PROPS })])
      const [read] = await session.readPosts(channel.id)
      assert.equal(read?.message, '', 'the message in the channel')
      assert.deepEqual(read.props, PROPS, 'its props')
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
      const texts = posts.map((post) => post.message)
      assert.deepEqual(texts, [...messages, 'later'], 'messages that createBatch returns')
      assert.equal(new Set(posts.map((post) => post.id)).size, 5, 'the number of different ids')
      assert.deepEqual(await session.readPosts(channel.id), posts, 'posts in the channel')
      posts.reduce((earlier, post) => {
        assert.ok(
          post.createAt > earlier.createAt,
          'createAt is later than that of the post before',
        )
        return post
      })
    },
  },
  {
    title:
      'of a message with several parts contain the id of the first post: either the ids they come with are kept, or withFirstId is called for each',
    run: async (session) => {
      const { channel, newPost } = await openScene(session)
      const part = (index: number): GivenPost =>
        newPost(`part ${index}`, { props: { webhook_part: { index, count: 3, first_id: '' } } })
      const posts = await storePosts(session, [part(0), part(1), part(2)])
      const first_id = posts[0]?.id ?? ''
      const parts = [0, 1, 2].map((index) => ({ index, count: 3, first_id }))
      const returned = posts.map((post) => post.props['webhook_part'])
      assert.deepEqual(returned, parts, 'webhook_part of the posts that createBatch returns')
      const read = await session.readPosts(channel.id)
      const inChannel = read.map((post) => post.props['webhook_part'])
      assert.deepEqual(inChannel, parts, 'webhook_part of the posts in the channel')
    },
  },
  {
    title: 'are all stored, or none are',
    needs: ['transactions'],
    run: async (session) => {
      const { newPost } = await openScene(session)
      const [one, two, three] = await named(session, [newPost('1'), newPost('2'), newPost('3')])
      await expectNothing(session, [
        found(one, 'a post'),
        found(two, 'a post'),
        unreadable(found(three, 'a post')),
      ])
    },
  },
  {
    title:
      'are all stored or none are, even when the database refuses the third, if the session has failWrites',
    needs: ['transactions'],
    run: async (session) => {
      const { newPost } = await openScene(session)
      if (!session.failWrites) return
      await session.failWrites(REFUSED)
      const given = [newPost('1'), newPost('2'), newPost(REFUSED), newPost('4')]
      await expectNothing(session, await named(session, given))
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
        assert.equal(messages.length, 18, 'the number of posts in the channel')
        const own = messages.filter((message) => message.startsWith(name))
        assert.deepEqual(own, [`${name}1`, `${name}2`, `${name}3`], 'posts of one batch')
      }
    },
  },
  {
    title: 'are copies: changing input or results does not change what is stored',
    run: async (session) => {
      const { channel, newPost } = await openScene(session)
      const { posts } = session.adapters
      const given = await named(session, [newPost('hello', { props: copyOf(PROPS) })])
      const result = await posts.createBatch({ posts: [...given] })
      assert.ok(result.stored, 'the batch is stored')
      const before = copyOf(found(result.posts[0], 'the post'))
      scramble(given)
      scramble(result)
      scramble(await posts.findById(before.id))
      assert.deepEqual(await posts.findById(before.id), before, 'the post after the changes')
      assert.deepEqual(await session.readPosts(channel.id), [before], 'the post in the channel')
    },
  },
]

/** Stores a batch that must fail. Nothing of it may be left, and another one can be stored. */
async function expectNothing(session: CheckedSession, posts: readonly NewPost[]): Promise<void> {
  const channelId = found(posts[0], 'a post').channelId
  await assert.rejects(
    async () => session.adapters.posts.createBatch({ posts: [...posts] }),
    'createBatch throws or rejects',
  )
  assert.deepEqual(await messagesIn(session, channelId), [], 'posts in the channel')
  const { id: _id, ...later } = { ...found(posts[0], 'a post'), message: 'afterwards' }
  await storePosts(session, [later])
  assert.deepEqual(await messagesIn(session, channelId), ['afterwards'], 'the next batch')
}
