import assert from 'node:assert/strict'
import { type Check, checks } from './checks.js'
import { found, NOBODY, openScene } from './scene.js'

const check = checks(async (session) => {
  const remove = session.posts.delete
  return remove && { ...(await openScene(session)), remove: async (id: string) => remove(id) }
}, 'if the host provides delete')

/** Contract of `PostsAdapter`: the optional method `delete`. */
export const DELETED_POSTS: readonly Check[] = [
  check(
    'can be deleted: they are found no more, and other posts stay',
    async ({ posts, remove, storePosts, storePost, expectPosts }) => {
      const [one, two, three] = await storePosts('one', 'two', 'three')
      const { id } = found(two, 'the post')
      assert.equal(await remove(id), true, 'delete')
      assert.equal(await posts.findById(id), null, 'findById of a deleted post')
      const changes = { message: 'changed', version: 1 }
      assert.equal(await posts.update(id, changes, 0), null, 'update of a deleted post')
      assert.equal(await remove(id), false, 'delete of a deleted post')
      await expectPosts(one, three, await storePost('later'))
    },
  ),
  check(
    'are not deleted by text that is not an id, without failing',
    async ({ posts, remove, storePost, expectMessages }) => {
      await storePost('hello')
      for (const text of [...NOBODY, ...(await posts.newIds(1))]) {
        assert.equal(await remove(text), false, `delete of ${text}`)
      }
      await expectMessages('hello')
    },
  ),
  check('are deleted once by concurrent calls', async ({ remove, storePosts, expectPosts }) => {
    const [post, other] = await storePosts('gone', 'stays')
    const { id } = found(post, 'the post')
    const answers = await Promise.all([id, id, id].map(remove))
    assert.deepEqual(answers.sort(), [false, false, true], 'one of three calls returns true')
    await expectPosts(other)
  }),
  check(
    'that were deleted still use up their idempotency key',
    async ({ guarantees, posts, remove, named, once, expectMessages }) => {
      if (!guarantees.has('once')) return
      const first = await posts.createBatch({ posts: await named('gone'), once })
      assert.ok(first.stored, 'the batch is stored')
      assert.equal(await remove(found(first.posts[0], 'the post').id), true, 'delete')
      const again = await posts.createBatch({ posts: await named('gone'), once })
      assert.ok('earlier' in again, 'the earlier batch is returned')
      assert.equal(again.earlier.fingerprint, once.fingerprint, 'fingerprint of the earlier batch')
      await expectMessages()
    },
  ),
]
