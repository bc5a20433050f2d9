import { expect } from 'chai'
import type { ChatStore } from '../../../example-host/store/index.js'
import * as support from '../support.js'
import type { OpenSession } from './session.js'
import { CHANGED, edit, find, later, openThings, type ThingSession } from './thing-session.js'

const { newPost, postsOf } = support

/** What people do with the posts of things, and see of them: for that the adapters have no contract. */
export function describeThingsOfPeople(open: OpenSession): void {
  let session: ThingSession
  let store: ChatStore
  let channelId: string
  let begin: ThingSession['begin']
  let write: ThingSession['write']
  let eachStore: ThingSession['eachStore']
  beforeEach(async () => {
    session = await openThings(open)
    ;({ store, channelId, begin, write, eachStore } = session)
  })

  it('an edit in a batch and one by a person do not both win', async () => {
    const thing = await begin('db-1')
    const [program, person] = await Promise.all([
      write([], { edit: edit(thing.postId, 'by a program'), thing: later(thing) }),
      store.posts.edit(thing.postId, 'by a person'),
    ])
    expect(person).to.include({ message: 'by a person' })
    expect(await store.posts.byId(thing.postId)).to.include({
      message: 'by a person',
      version: program.stored ? 2 : 1,
    })
  })

  it('a thing whose post was deleted can be shown by another one', async () => {
    const thing = await begin('db-1')
    await store.posts.delete(thing.postId)
    const changed = await write([], { edit: edit(thing.postId, 'edited'), thing: later(thing) })
    expect(changed).to.deep.equal(CHANGED)
    const result = await write(['anew'], { thing: later(thing, { postId: '' }) })
    const [post] = postsOf(result)
    expect(await find(store, thing)).to.include({ postId: post?.id, version: 2 })
    expect(await support.messages(store, channelId)).to.deep.equal(['anew'])
  })

  it('listeners are told of new posts and of the edit of a batch, once, and of nothing that is not stored', async () => {
    const thing = await begin('db-1')
    await session.told()
    const told: string[] = []
    store.onPosts((posts, { id }) => told.push(`${posts.map((p) => p.message).join()} in ${id}`))
    store.onPostChanged((post, { id }) => told.push(`edited: ${post.message} in ${id}`))
    const parts = { edit: edit(thing.postId, 'over'), thing: later(thing) }
    // Parts of one message are told together.
    const props = { webhook_part: { index: 0, count: 2, first_id: 'first' } }
    const posts = ['is over', 'at last'].map((text) => newPost(text, { channelId, props }))
    await store.adapters.posts.createBatch({ posts, ...parts })
    await session.told()
    expect(await write(['not stored'], parts)).to.deep.equal(CHANGED)
    await write([], { thing: later({ ...thing, version: 2 }) })
    await session.told()
    expect(told).to.have.members([
      `is over,at last in ${channelId}`,
      `edited: over in ${channelId}`,
    ])
  })

  it('an edit in a batch is listed as changed since', async () => {
    const thing = await begin('db-1')
    const [last] = postsOf(await write(['another']))
    await write([], { edit: edit(thing.postId, 'over'), thing: later(thing) })
    const since = Number(last?.createAt)
    await eachStore(async (from, which) => {
      const changed = await from.posts.page(channelId, { since })
      expect(
        changed.map(({ message }) => message),
        which,
      ).to.deep.equal(['over'])
    })
  })
}
