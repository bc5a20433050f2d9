import assert from 'node:assert/strict'
import { copyOf } from '../model/json.js'
import { checks } from './checks.js'
import { assertNewer, assertOneWins, found, NOBODY, openScene, scramble } from './scene.js'

const check = checks(openScene)

/** Contract of `PostsAdapter`: stored posts, and the declared guarantees. */
export const STORED_POSTS = check({
  'are not found by text that is not an id, without failing': async ({ posts, storePost }) => {
    await storePost('hello')
    for (const text of NOBODY) {
      assert.equal(await posts.findById(text), null, `findById of ${text}`)
      const changed = await posts.update(text, { message: 'x', version: 2 }, 1)
      assert.equal(changed, null, `update of ${text}`)
    }
  },
  'can be changed: only the given values, updateAt and version change': async ({
    posts,
    storePost,
    expectPosts,
  }) => {
    const post = await storePost('before')
    const next = await storePost('next')
    const { id } = post
    const text = { message: 'after', version: 1 }
    const changed = found(await posts.update(id, text, 0), 'the post')
    assertNewer(changed, { ...post, ...text }, 'a changed message')
    const props = { props: { from_webhook: 'true', done: [true] }, version: 2 }
    const again = found(await posts.update(id, props, 1), 'the post')
    assertNewer(again, { ...changed, ...props }, 'changed props')
    assert.deepEqual(await posts.findById(id), again, 'the post that findById returns')
    await expectPosts(again, next)
  },
  'do not change if version is not the expected one': async ({ posts, storePost }) => {
    const { id } = await storePost('before')
    const lost = await posts.update(id, { message: 'lost', version: 8 }, 7)
    assert.equal(lost, null, 'update with another version')
    await assertOneWins(
      (message, version) => posts.update(id, { message, version: version + 1 }, version),
      () => posts.findById(id),
    )
  },
  'are still copies after a change': async ({ posts, storePost }) => {
    const { id } = await storePost('before')
    const props = { list: ['a', { b: 'c' }] }
    const changed = await posts.update(id, { props, version: 1 }, 0)
    const expected = copyOf(changed)
    scramble(props)
    scramble(changed)
    assert.deepEqual(await posts.findById(id), expected, 'the post after the changes')
  },
  'of a batch have no posts of other batches between them, if consecutive is guaranteed': async ({
    guarantees,
    posts,
    named,
    once,
    messagesIn,
  }) => {
    if (!guarantees.has('consecutive')) return
    const store = async (at: number) => {
      const batch = { posts: await named(`${at} 1`, `${at} 2`, `${at} 3`) }
      const isOnce = guarantees.has('once') && at % 2 === 1
      const key = isOnce ? { once: { ...once, key: `CI-${at}` } } : {}
      const { stored } = await posts.createBatch({ ...batch, ...key })
      assert.ok(stored, 'a batch with a key of its own, or without one, is stored')
    }
    await Promise.all(Array.from({ length: 16 }, (_, at) => store(at)))
    const messages = await messagesIn()
    assert.equal(messages.length, 48, 'the number of posts in the channel')
    for (let at = 0; at < messages.length; at += 3) {
      const [index] = (messages[at] ?? '').split(' ')
      const together = messages.slice(at, at + 3)
      const batch = [`${index} 1`, `${index} 2`, `${index} 3`]
      assert.deepEqual(together, batch, 'three posts that follow each other')
    }
  },
  'reply to their root, if threads is guaranteed': async ({
    channel,
    guarantees,
    posts,
    storePost,
    readPosts,
  }) => {
    if (!guarantees.has('threads')) return
    const { id: rootId } = await storePost('root')
    const reply = await storePost('reply', { rootId })
    assert.equal(reply.rootId, rootId, 'rootId of the reply')
    assert.deepEqual(await posts.findById(reply.id), reply, 'the reply that findById returns')
    assert.equal((await posts.findById(rootId))?.rootId, '', 'rootId of the root')
    const { length } = await readPosts(channel.id)
    assert.equal(length, 2, 'replies are posts of the channel')
  },
})

const checkDelete = checks(async (session) => {
  const remove = session.posts.delete
  return remove && { ...(await openScene(session)), remove: async (id: string) => remove(id) }
}, 'if the host provides delete')

/** Contract of `PostsAdapter`: the optional method `delete`. */
export const DELETED_POSTS = checkDelete({
  'can be deleted: they are found no more, and other posts stay': async ({
    posts,
    remove,
    storePosts,
    storePost,
    expectPosts,
  }) => {
    const [one, two, three] = await storePosts('one', 'two', 'three')
    const { id } = found(two, 'the post')
    assert.equal(await remove(id), true, 'delete')
    assert.equal(await posts.findById(id), null, 'findById of a deleted post')
    const changes = { message: 'changed', version: 1 }
    assert.equal(await posts.update(id, changes, 0), null, 'update of a deleted post')
    assert.equal(await remove(id), false, 'delete of a deleted post')
    await expectPosts(one, three, await storePost('later'))
  },
  'are not deleted by text that is not an id, without failing': async ({
    posts,
    remove,
    storePost,
    expectMessages,
  }) => {
    await storePost('hello')
    for (const text of [...NOBODY, ...(await posts.newIds(1))]) {
      assert.equal(await remove(text), false, `delete of ${text}`)
    }
    await expectMessages('hello')
  },
  'are deleted once by concurrent calls': async ({ remove, storePosts, expectPosts }) => {
    const [post, other] = await storePosts('gone', 'stays')
    const { id } = found(post, 'the post')
    const answers = await Promise.all([id, id, id].map(remove))
    assert.deepEqual(answers.sort(), [false, false, true], 'one of three calls returns true')
    await expectPosts(other)
  },
  'that were deleted still use up their idempotency key': async ({
    guarantees,
    posts,
    remove,
    named,
    once,
    expectMessages,
  }) => {
    if (!guarantees.has('once')) return
    const first = await posts.createBatch({ posts: await named('gone'), once })
    assert.ok(first.stored, 'the batch is stored')
    assert.equal(await remove(found(first.posts[0], 'the post').id), true, 'delete')
    const again = await posts.createBatch({ posts: await named('gone'), once })
    assert.ok('earlier' in again, 'the earlier batch is returned')
    assert.equal(again.earlier.fingerprint, once.fingerprint, 'fingerprint of the earlier batch')
    await expectMessages()
  },
})
