import { expect } from 'chai'
import type { ChatStore } from '../../../example-host/store/index.js'
import * as support from '../support.js'
import type { OpenSession } from './session.js'
import {
  CHANGED,
  edit,
  find,
  later,
  openIncidents,
  type IncidentSession,
} from './incident-session.js'

const { newPost, postsOf } = support

/** What people do with the posts of incidents, and see of them: for that the adapters have no contract. */
export function describeIncidentsOfPeople(open: OpenSession): void {
  let session: IncidentSession
  let store: ChatStore
  let channelId: string
  let begin: IncidentSession['begin']
  let write: IncidentSession['write']
  let eachStore: IncidentSession['eachStore']
  beforeEach(async () => {
    session = await openIncidents(open)
    ;({ store, channelId, begin, write, eachStore } = session)
  })

  it('an edit in a batch and one by a person do not both win', async () => {
    const incident = await begin('db-1')
    const [program, person] = await Promise.all([
      write([], { edit: edit(incident.postId, 'by a program'), incident: later(incident) }),
      store.posts.edit(incident.postId, 'by a person'),
    ])
    expect(person).to.include({ message: 'by a person' })
    expect(await store.posts.byId(incident.postId)).to.include({
      message: 'by a person',
      version: program.stored ? 2 : 1,
    })
  })

  it('an incident whose post was deleted can be shown by another one', async () => {
    const incident = await begin('db-1')
    await store.posts.delete(incident.postId)
    const changed = await write([], {
      edit: edit(incident.postId, 'edited'),
      incident: later(incident),
    })
    expect(changed).to.deep.equal(CHANGED)
    const result = await write(['anew'], { incident: later(incident, { postId: '' }) })
    const [post] = postsOf(result)
    expect(await find(store, incident)).to.include({ postId: post?.id, version: 2 })
    expect(await support.messages(store, channelId)).to.deep.equal(['anew'])
  })

  it('listeners are told of new posts and of the edit of a batch, once, and of nothing that is not stored', async () => {
    const incident = await begin('db-1')
    await session.told()
    const told: string[] = []
    await support.listen(store, [channelId], 'posted', ({ posts, channel }) =>
      told.push(`${posts.map((p) => p.message).join()} in ${channel.id}`),
    )
    await support.listen(store, [channelId], 'edited', ({ post, channel }) =>
      told.push(`edited: ${post.message} in ${channel.id}`),
    )
    await session.told()
    const parts = { edit: edit(incident.postId, 'over'), incident: later(incident) }
    // Parts of one message are told together.
    const props = { webhook_part: { index: 0, count: 2, first_id: 'first' } }
    const posts = ['is over', 'at last'].map((text) => newPost(text, { channelId, props }))
    await store.adapters.posts.createBatch({ posts, ...parts })
    await session.told()
    expect(await write(['not stored'], parts)).to.deep.equal(CHANGED)
    await write([], { incident: later({ ...incident, version: 2 }) })
    await session.told()
    expect(told).to.have.members([
      `is over,at last in ${channelId}`,
      `edited: over in ${channelId}`,
    ])
  })

  it('an edit in a batch is listed as changed since', async () => {
    const incident = await begin('db-1')
    const [last] = postsOf(await write(['another']))
    await write([], { edit: edit(incident.postId, 'over'), incident: later(incident) })
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
