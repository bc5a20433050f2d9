import assert from 'node:assert/strict'
import type { CheckedManagement } from '../host/checked.js'
import {
  digestOf,
  FAR,
  found,
  messagesIn,
  named,
  NOBODY,
  openScene,
  type Scene,
  storePosts,
} from './scene.js'
import type { Check, CheckedSession } from './session.js'

/** Contract of `PostsAdapter`: the optional method `delete`. */
export const DELETED_POSTS: readonly Check[] = [
  check('can be deleted: they are found no more, and other posts stay', async (scene, session) => {
    const { posts, remove, channel, newPost } = scene
    const given = [newPost('one'), newPost('two'), newPost('three')]
    const [one, two, three] = await storePosts(session, given)
    const { id } = found(two, 'the post')
    assert.equal(await remove(id), true, 'delete')
    assert.equal(await posts.findById(id), null, 'findById of a deleted post')
    const changes = { message: 'changed', version: 1 }
    assert.equal(await posts.update(id, changes, 0), null, 'update of a deleted post')
    assert.equal(await remove(id), false, 'delete of a deleted post')
    const [later] = await storePosts(session, [newPost('later')])
    const rest = [one, three, later]
    assert.deepEqual(await session.readPosts(channel.id), rest, 'posts in the channel')
  }),
  check('are not deleted by text that is not an id, without failing', async (scene, session) => {
    const { posts, remove, channel, newPost } = scene
    await storePosts(session, [newPost('hello')])
    for (const text of [...NOBODY, ...(await posts.newIds(1))]) {
      assert.equal(await remove(text), false, `delete of ${text}`)
    }
    assert.deepEqual(await messagesIn(session, channel.id), ['hello'], 'messages in the channel')
  }),
  check('are deleted once by concurrent calls', async (scene, session) => {
    const { remove, channel, newPost } = scene
    const [post, other] = await storePosts(session, [newPost('gone'), newPost('stays')])
    const { id } = found(post, 'the post')
    const answers = await Promise.all([id, id, id].map(remove))
    assert.deepEqual(answers.sort(), [false, false, true], 'one of three calls returns true')
    assert.deepEqual(await session.readPosts(channel.id), [other], 'posts in the channel')
  }),
  check('that were deleted still use up their idempotency key', async (scene, session) => {
    const { posts, remove, channel, newPost, webhook } = scene
    if (!session.adapters.guarantees.has('once')) return
    const once = {
      webhookId: webhook.id,
      key: 'CI-127',
      fingerprint: digestOf('the request'),
      expiresAt: FAR,
      warnings: [],
      ignored: [],
    }
    const first = await posts.createBatch({ posts: await named(session, [newPost('gone')]), once })
    assert.ok(first.stored, 'the batch is stored')
    assert.equal(await remove(found(first.posts[0], 'the post').id), true, 'delete')
    const again = await posts.createBatch({ posts: await named(session, [newPost('gone')]), once })
    assert.ok('earlier' in again, 'the earlier batch is returned')
    assert.equal(again.earlier.fingerprint, once.fingerprint, 'fingerprint of the earlier batch')
    assert.deepEqual(await messagesIn(session, channel.id), [], 'messages in the channel')
  }),
]

interface DeletingScene extends Scene {
  readonly posts: CheckedManagement['posts']
  readonly remove: (id: string) => Promise<boolean>
}

function check(
  title: string,
  run: (scene: DeletingScene, session: CheckedSession) => Promise<void>,
): Check {
  return {
    title: `${title}, if the host provides delete`,
    run: async (session) => {
      const { posts } = session.adapters
      const remove = posts.delete?.bind(posts)
      if (!remove) return
      await run({ ...(await openScene(session)), posts, remove: async (id) => remove(id) }, session)
    },
  }
}
