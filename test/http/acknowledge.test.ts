import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import request from 'supertest'
import type { ClientPost } from 'express-incoming-webhooks'
import { type HookHost, hookHost, id } from '../support/hook-host.js'

/** A host on which whoever the header names has signed in. */
function host(changes: Parameters<typeof hookHost>[0] = {}): HookHost {
  const mine: HookHost = hookHost({
    webhook: { acknowledge: true, together: 'reply' },
    ...changes,
    options: {
      currentUser: (req) => mine.adapters.host.users.get(req.get('x-user') ?? '') ?? null,
    },
  })
  return mine
}

async function report(to: HookHost, text: string, state: string): Promise<void> {
  const headers = { 'Correlation-Key': 'disk', 'Correlation-State': state }
  await request(to.app).post(to.path).set(headers).send({ text }).expect(200)
}

function press(to: HookHost, username: string, post: ClientPost): request.Test {
  return request(to.app)
    .post(`/api/v4/posts/${post.id}/actions/own_acknowledge`)
    .set({ 'x-user': id(username), 'x-requested-with': 'XMLHttpRequest' })
    .send({})
}

const rootOf = (of: HookHost): ClientPost => {
  const root = of.posts().find(({ root_id }) => root_id === '')
  if (!root) throw new Error('no post')
  return root
}
const buttonsOf = ({ props }: ClientPost): string => JSON.stringify(props['attachments'] ?? '')
const stateOf = ({ props }: ClientPost): unknown =>
  (props['webhook_incident'] as { state?: unknown }).state

describe('the button that acknowledges an incident', () => {
  it('is there while the incident is open, and says to nobody which incident it is', async () => {
    const mine = host()
    await report(mine, 'full', 'open')
    expect(buttonsOf(rootOf(mine)))
      .to.include('Acknowledge')
      .and.not.include('integration')
    await report(mine, 'has room', 'closed')
    expect(buttonsOf(rootOf(mine))).not.to.include('Acknowledge')
    await report(mine, 'full again', 'open')
    expect(buttonsOf(rootOf(mine))).to.include('Acknowledge')
  })

  it('is not there unless the owner of the webhook wants it', async () => {
    const mine = host({ webhook: { together: 'reply' } })
    await report(mine, 'full', 'open')
    expect(buttonsOf(rootOf(mine))).not.to.include('Acknowledge')
  })

  it('finds an incident that a rule has put into another channel, which is listed there', async () => {
    const rules = [{ when: {}, then: { channel: id('off-topic') } }] as const
    const mine = host({ webhook: { acknowledge: true, together: 'reply', rules } })
    await report(mine, 'full', 'open')
    await press(mine, 'bob', rootOf(mine)).expect(200)
    expect(stateOf(rootOf(mine))).to.equal('acknowledged')
    expect(new Set(mine.posts().map(({ channel_id }) => channel_id))).to.deep.equal(
      new Set([id('off-topic')]),
    )
  })

  it('stands behind what the report shows', async () => {
    const mine = host()
    const headers = { 'Correlation-Key': 'disk', 'Correlation-State': 'open' }
    const actions = [{ id: 'own_acknowledge', name: 'Mine', type: 'button', url: 'https://a.test' }]
    const attachments = [{ text: 'details', actions }]
    await request(mine.app).post(mine.path).set(headers).send({ attachments }).expect(200)
    const [attachment] = rootOf(mine).props['attachments'] as { actions: { name: string }[] }[]
    expect(attachment?.actions.map(({ name }) => name)).to.deep.equal(['Mine', 'Acknowledge'])
    await press(mine, 'bob', rootOf(mine)).expect(200)
    expect(stateOf(rootOf(mine))).to.equal('acknowledged')
    expect(buttonsOf(rootOf(mine)))
      .to.include('Mine')
      .and.not.include('Acknowledge')
  })

  it('names who pressed it, in a reply too, and tells a later one', async () => {
    const mine = host()
    await report(mine, 'full', 'open')
    await press(mine, 'bob', rootOf(mine)).expect(200)
    const answer = await press(mine, 'carol', rootOf(mine)).expect(404)
    expect(answer.body).to.include({ id: 'api.post.do_action.action_id.app_error' })
    expect(stateOf(rootOf(mine))).to.equal('acknowledged')
    const replies = mine.posts().filter(({ root_id }) => root_id !== '')
    expect(replies.map(({ message }) => message)).to.deep.equal(['Acknowledged by bob'])
    expect(replies[0]?.props).to.include({ from_webhook: 'true' })
  })

  it('is pressed by one of two who press at once', async () => {
    const mine = host({
      // Slow, so that both have looked before the first is stored.
      adapt: ({ posts, ...adapters }) => ({
        ...adapters,
        posts: {
          ...posts,
          createBatch: async (batch) => {
            await setTimeout(30)
            return posts.createBatch(batch)
          },
        },
      }),
    })
    await report(mine, 'full', 'open')
    const root = rootOf(mine)
    const answers = await Promise.all([press(mine, 'bob', root), press(mine, 'carol', root)])
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).to.have.length(1)
    expect(mine.posts()).to.have.length(2)
    const [pressed] = [...mine.adapters.host.incidents.values()].flatMap((all) => [...all.values()])
    const { history } = pressed ?? {}
    expect(history?.at(-1)).to.include({ state: 'acknowledged', by: pressed?.acknowledgedBy })
  })

  it('quiets later reports until the end', async () => {
    const mine = host()
    await report(mine, 'full', 'open')
    await press(mine, 'bob', rootOf(mine)).expect(200)
    await report(mine, 'full', 'open')
    await report(mine, '97 percent', 'open')
    expect(stateOf(rootOf(mine))).to.equal('acknowledged')
    expect(mine.posts()).to.have.length(2)
    await report(mine, 'has room', 'closed')
    await report(mine, 'full again', 'open')
    expect(stateOf(rootOf(mine))).to.equal('open')
  })

  it('is for those who can read the channel', async () => {
    const mine = host({ webhook: { acknowledge: true, channelId: id('private-in') } })
    await report(mine, 'full', 'open')
    await press(mine, 'bob', rootOf(mine)).expect(404)
    expect(stateOf(rootOf(mine))).to.equal('open')
  })
})
