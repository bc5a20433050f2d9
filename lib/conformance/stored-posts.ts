import assert from 'node:assert/strict'
import { found, messagesIn, NOBODY, openScene, scramble, storePosts } from './scene.js'
import type { Check } from './session.js'

/** Contract of `PostsAdapter`: stored posts, and the declared guarantees. */
export const STORED_POSTS: readonly Check[] = [
  {
    title: 'are not found by text that is not an id, without failing',
    run: async (session) => {
      const { newPost } = await openScene(session)
      await storePosts(session, [newPost('hello')])
      for (const text of NOBODY) {
        assert.equal(await session.adapters.posts.findById(text), null, text)
        assert.equal(await session.adapters.posts.update(text, { message: 'x' }, 1), null, text)
      }
    },
  },
  {
    title: 'can be changed: only the given values and updateAt change',
    run: async (session) => {
      const { channel, newPost } = await openScene(session)
      const [post, next] = await storePosts(session, [newPost('before'), newPost('next')])
      const { id, updateAt } = found(post ?? null, 'the post')
      const { posts } = session.adapters
      const changed = found(await posts.update(id, { message: 'after' }, updateAt), 'the post')
      assert.ok(changed.updateAt > updateAt, 'updateAt rises with each change')
      assert.deepEqual(changed, { ...post, message: 'after', updateAt: changed.updateAt })
      const props = { from_webhook: 'true', done: [true] }
      const again = found(await posts.update(id, { props }, changed.updateAt), 'the post')
      assert.ok(again.updateAt > changed.updateAt, 'updateAt rises with each change')
      assert.deepEqual(again, { ...changed, props, updateAt: again.updateAt })
      assert.deepEqual(await posts.findById(id), again)
      assert.deepEqual(await session.readPosts(channel.id), [again, next])
    },
  },
  {
    title: 'do not change if updateAt is not the expected one',
    run: async (session) => {
      const { newPost } = await openScene(session)
      const { posts } = session.adapters
      const [post] = await storePosts(session, [newPost('before')])
      const { id, updateAt } = found(post ?? null, 'the post')
      assert.equal(await posts.update(id, { message: 'lost' }, updateAt - 1), null)
      const answers = await Promise.all(
        ['left', 'right'].map(async (message) => posts.update(id, { message }, updateAt)),
      )
      const [winner, ...others] = answers.filter((answer) => answer !== null)
      assert.deepEqual(others, [], 'of two changes at once one is refused')
      assert.deepEqual(await posts.findById(id), winner)
    },
  },
  {
    title: 'are copies also when changed',
    run: async (session) => {
      const { newPost } = await openScene(session)
      const { posts } = session.adapters
      const [post] = await storePosts(session, [newPost('before')])
      const { id, updateAt } = found(post ?? null, 'the post')
      const props = { list: ['a', { b: 'c' }] }
      const changed = await posts.update(id, { props }, updateAt)
      const expected = structuredClone(changed)
      scramble(props)
      scramble(changed)
      assert.deepEqual(await posts.findById(id), expected)
    },
  },
  {
    title: 'of a batch have no posts of other batches between them, if consecutive is declared',
    run: async (session) => {
      const { channel, newPost } = await openScene(session)
      if (!session.adapters.posts.promises.includes('consecutive')) return
      const batches = Array.from({ length: 8 }, (_, index) =>
        [1, 2, 3].map((n) => newPost(`${index} ${n}`)),
      )
      await Promise.all(batches.map((batch) => storePosts(session, batch)))
      const messages = await messagesIn(session, channel.id)
      assert.equal(messages.length, 24)
      for (let at = 0; at < messages.length; at += 3) {
        const [index] = (messages[at] ?? '').split(' ')
        const together = messages.slice(at, at + 3)
        assert.deepEqual(together, [`${index} 1`, `${index} 2`, `${index} 3`])
      }
    },
  },
  {
    title: 'reply to their root, if threads is declared',
    run: async (session) => {
      const { channel, newPost } = await openScene(session)
      const { posts } = session.adapters
      if (!posts.promises.includes('threads')) return
      const [root] = await storePosts(session, [newPost('root')])
      const rootId = found(root ?? null, 'the root').id
      const [reply] = await storePosts(session, [newPost('reply', { rootId })])
      assert.equal(reply?.rootId, rootId)
      assert.deepEqual(await posts.findById(reply.id), reply)
      assert.equal((await posts.findById(rootId))?.rootId, '')
      const { length } = await session.readPosts(channel.id)
      assert.equal(length, 2, 'replies are posts of the channel')
    },
  },
]
