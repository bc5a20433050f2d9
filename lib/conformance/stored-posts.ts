import assert from 'node:assert/strict'
import { copyOf } from '../model/copy.js'
import {
  assertOneWins,
  found,
  messagesIn,
  NOBODY,
  openScene,
  scramble,
  storePosts,
} from './scene.js'
import type { Check } from './session.js'

/** Contract of `PostsAdapter`: stored posts, and the declared guarantees. */
export const STORED_POSTS: readonly Check[] = [
  {
    title: 'are not found by text that is not an id, without failing',
    run: async (session) => {
      const { newPost } = await openScene(session)
      await storePosts(session, [newPost('hello')])
      for (const text of NOBODY) {
        const { posts } = session.adapters
        assert.equal(await posts.findById(text), null, `findById of ${text}`)
        const changed = await posts.update(text, { message: 'x', version: 2 }, 1)
        assert.equal(changed, null, `update of ${text}`)
      }
    },
  },
  {
    title: 'can be changed: only the given values, updateAt and version change',
    run: async (session) => {
      const { channel, newPost } = await openScene(session)
      const [post, next] = await storePosts(session, [newPost('before'), newPost('next')])
      const { id, updateAt } = found(post, 'the post')
      const { posts } = session.adapters
      const text = { message: 'after', version: 1 }
      const changed = found(await posts.update(id, text, 0), 'the post')
      assert.ok(changed.updateAt > updateAt, 'updateAt increases with each change')
      const { updateAt: changedAt } = changed
      assert.deepEqual(changed, { ...post, ...text, updateAt: changedAt }, 'a changed message')
      const props = { props: { from_webhook: 'true', done: [true] }, version: 2 }
      const again = found(await posts.update(id, props, 1), 'the post')
      assert.ok(again.updateAt > changedAt, 'updateAt increases with each change')
      assert.deepEqual(again, { ...changed, ...props, updateAt: again.updateAt }, 'changed props')
      assert.deepEqual(await posts.findById(id), again, 'the post that findById returns')
      assert.deepEqual(await session.readPosts(channel.id), [again, next], 'posts in the channel')
    },
  },
  {
    title: 'do not change if version is not the expected one',
    run: async (session) => {
      const { newPost } = await openScene(session)
      const { posts } = session.adapters
      const [post] = await storePosts(session, [newPost('before')])
      const { id } = found(post, 'the post')
      const lost = await posts.update(id, { message: 'lost', version: 8 }, 7)
      assert.equal(lost, null, 'update with another version')
      await assertOneWins(
        (message, version) => posts.update(id, { message, version: version + 1 }, version),
        () => posts.findById(id),
      )
    },
  },
  {
    title: 'are still copies after a change',
    run: async (session) => {
      const { newPost } = await openScene(session)
      const { posts } = session.adapters
      const [post] = await storePosts(session, [newPost('before')])
      const { id } = found(post, 'the post')
      const props = { list: ['a', { b: 'c' }] }
      const changed = await posts.update(id, { props, version: 1 }, 0)
      const expected = copyOf(changed)
      scramble(props)
      scramble(changed)
      assert.deepEqual(await posts.findById(id), expected, 'the post after the changes')
    },
  },
  {
    title: 'of a batch have no posts of other batches between them, if consecutive is guaranteed',
    run: async (session) => {
      const { channel, newPost } = await openScene(session)
      if (!session.adapters.guarantees.has('consecutive')) return
      const batches = Array.from({ length: 8 }, (_, index) =>
        [1, 2, 3].map((n) => newPost(`${index} ${n}`)),
      )
      await Promise.all(batches.map((batch) => storePosts(session, batch)))
      const messages = await messagesIn(session, channel.id)
      assert.equal(messages.length, 24, 'the number of posts in the channel')
      for (let at = 0; at < messages.length; at += 3) {
        const [index] = (messages[at] ?? '').split(' ')
        const together = messages.slice(at, at + 3)
        const batch = [`${index} 1`, `${index} 2`, `${index} 3`]
        assert.deepEqual(together, batch, 'three posts that follow each other')
      }
    },
  },
  {
    title: 'reply to their root, if threads is guaranteed',
    run: async (session) => {
      const { channel, newPost } = await openScene(session)
      const { posts, guarantees } = session.adapters
      if (!guarantees.has('threads')) return
      const [root] = await storePosts(session, [newPost('root')])
      const rootId = found(root, 'the root').id
      const [reply] = await storePosts(session, [newPost('reply', { rootId })])
      assert.equal(reply?.rootId, rootId, 'rootId of the reply')
      assert.deepEqual(await posts.findById(reply.id), reply, 'the reply that findById returns')
      assert.equal((await posts.findById(rootId))?.rootId, '', 'rootId of the root')
      const { length } = await session.readPosts(channel.id)
      assert.equal(length, 2, 'replies are posts of the channel')
    },
  },
]
