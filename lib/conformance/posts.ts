import assert from 'node:assert/strict'
import { copyOf } from '../model/json.js'
import { MAX_POST_LENGTH, MAX_PROPS_LENGTH } from '../model/limits.js'
import type { JsonValue, NewPost } from '../model/records.js'
import { checks } from './checks.js'
import { assertHolds, found, type GivenPost, openScene, scramble, unreadable } from './scene.js'

const check = checks(async (session) => {
  const scene = await openScene(session)
  const { storePost, expectMessages } = scene
  return {
    ...scene,
    /** Stores a batch that must fail. Nothing of it may be left, and another one can be stored. */
    expectNothing: async (posts: readonly NewPost[]) => {
      await assert.rejects(
        async () => session.posts.createBatch({ posts: [...posts] }),
        'createBatch throws or rejects',
      )
      await expectMessages()
      await storePost('afterwards')
      await expectMessages('afterwards')
    },
  }
})

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
export const POSTS = check({
  'get an id and times, and otherwise keep the given values': async ({
    user,
    newPost,
    storePosts,
    posts,
    expectPosts,
  }) => {
    const given = newPost('**hello**', {
      type: 'custom_build',
      props: PROPS,
      priority: { priority: 'urgent', requestedAck: true, persistentNotifications: false },
      mentions: { userIds: [user.id], channelWide: 'here' },
    })
    const [first] = await storePosts(given)
    const post = found(first, 'the post')
    const { id, createAt, updateAt } = post
    assert.ok(id !== '', 'id is not empty')
    assert.ok(Number.isSafeInteger(createAt) && createAt > 0, 'createAt is in milliseconds')
    assert.equal(updateAt, createAt, 'updateAt of a new post')
    assert.equal(post.version ?? 0, 0, 'version of a new post')
    assertHolds(post, given, 'the post that createBatch returns')
    await expectPosts(post)
    assert.deepEqual(await posts.findById(id), post, 'the post that findById returns')
  },
  'keep text of maximum length, with every character and line ending': async ({
    storePost,
    expectMessages,
  }) => {
    const long = MESSAGE + '\u{1f680}'.repeat(MAX_POST_LENGTH - Array.from(MESSAGE).length)
    const { message } = await storePost(long)
    assert.equal(message, long, 'the message that createBatch returns')
    await expectMessages(long)
  },
  'keep props of maximum length': async ({ channel, storePost, readPosts }) => {
    const { length } = JSON.stringify({ from_webhook: 'true', long: '' })
    const props = { from_webhook: 'true', long: 'x'.repeat(MAX_PROPS_LENGTH - length) }
    await storePost('', { props })
    const [read] = await readPosts(channel.id)
    const { long = '' } = found(read, 'the post').props
    assert.ok(long === props.long, `${MAX_PROPS_LENGTH} characters of props`)
  },
  'may have an empty message, such as posts with only attachments': async ({
    channel,
    storePost,
    readPosts,
  }) => {
    await storePost('', { props: PROPS })
    const [read] = await readPosts(channel.id)
    assert.equal(read?.message, '', 'the message in the channel')
    assert.deepEqual(read.props, PROPS, 'its props')
  },
  'of a batch keep their order, with increasing times in the channel': async ({
    storePosts,
    storePost,
    expectPosts,
  }) => {
    const messages = ['3 first', '1 second', '2 third', '0 last']
    const posts = [...(await storePosts(...messages)), await storePost('later')]
    const texts = posts.map((post) => post.message)
    assert.deepEqual(texts, [...messages, 'later'], 'messages that createBatch returns')
    assert.equal(new Set(posts.map((post) => post.id)).size, 5, 'the number of different ids')
    await expectPosts(...posts)
    const times = posts.map((post) => post.createAt)
    const areLater = times.every((time, index) => time > (times[index - 1] ?? 0))
    assert.ok(areLater, 'createAt is later than that of the post before')
  },
  'of a message with several parts contain the id of the first post: either the ids they come with are kept, or withFirstId is called for each':
    async ({ channel, newPost, storePosts, readPosts }) => {
      const part = (index: number): GivenPost =>
        newPost(`part ${index}`, { props: { webhook_part: { index, count: 3, first_id: '' } } })
      const posts = await storePosts(part(0), part(1), part(2))
      const first_id = posts[0]?.id ?? ''
      const parts = [0, 1, 2].map((index) => ({ index, count: 3, first_id }))
      const returned = posts.map((post) => post.props['webhook_part'])
      assert.deepEqual(returned, parts, 'webhook_part of the posts that createBatch returns')
      const read = await readPosts(channel.id)
      const inChannel = read.map((post) => post.props['webhook_part'])
      assert.deepEqual(inChannel, parts, 'webhook_part of the posts in the channel')
    },
  'are all stored, or none are': [
    ['transactions'],
    async ({ named, expectNothing }) => {
      const posts = await named('1', '2', '3')
      const last = found(posts.pop(), 'a post')
      await expectNothing([...posts, unreadable(last)])
    },
  ],
  'are all stored or none are, even when the database refuses the third, if the session has failWrites':
    [
      ['transactions'],
      async ({ named, failWrites, expectNothing }) => {
        if (!failWrites) return
        await failWrites(REFUSED)
        await expectNothing(await named('1', '2', REFUSED, '4'))
      },
    ],
  'of concurrent batches are all stored in their channels, each batch in order': async ({
    channel,
    newPost,
    storePosts,
    seedChannel,
    messagesIn,
  }) => {
    const other = await seedChannel('other')
    const names = Array.from({ length: 12 }, (_, index) => String.fromCharCode(97 + index))
    const inChannel = (name: string) => (name < 'g' ? channel.id : other.id)
    await Promise.all(
      names.map((name) =>
        storePosts(...[1, 2, 3].map((n) => newPost(`${name}${n}`, { channelId: inChannel(name) }))),
      ),
    )
    for (const name of names) {
      const messages = await messagesIn(inChannel(name))
      assert.equal(messages.length, 18, 'the number of posts in the channel')
      const own = messages.filter((message) => message.startsWith(name))
      assert.deepEqual(own, [`${name}1`, `${name}2`, `${name}3`], 'posts of one batch')
    }
  },
  'are copies: changing input or results does not change what is stored': async ({
    newPost,
    named,
    posts,
    expectPosts,
  }) => {
    const given = await named(newPost('hello', { props: copyOf(PROPS) }))
    const result = await posts.createBatch({ posts: [...given] })
    assert.ok(result.stored, 'the batch is stored')
    const before = copyOf(found(result.posts[0], 'the post'))
    scramble(given)
    scramble(result)
    scramble(await posts.findById(before.id))
    assert.deepEqual(await posts.findById(before.id), before, 'the post after the changes')
    await expectPosts(before)
  },
})
