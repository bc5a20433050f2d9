import { expect } from 'chai'
import request from 'supertest'
import type { HookPost } from 'express-incoming-webhooks'
import { type HookHost, hookHost, type HookHostOptions, id } from '../support/hook-host.js'
import { memoryDiagnostics } from '../support/memory-diagnostics.js'
import { until } from '../support/until.js'

/** A host on which whoever the header names has signed in. */
function host(given: HookHostOptions['options'] = {}): HookHost {
  const mine: HookHost = hookHost({
    adapt: (adapters) => ({ ...adapters, deliveries: memoryDiagnostics().deliveries }),
    options: {
      currentUser: (req) => mine.adapters.host.users.get(req.get('x-user') ?? '') ?? null,
      ...given,
    },
  })
  return mine
}

function archive({ adapters, clock }: HookHost, name: string, isArchived: boolean): void {
  const { channels } = adapters.host
  const channel = channels.get(id(name))
  if (channel) channels.set(channel.id, { ...channel, deleteAt: isArchived ? clock.now : 0 })
}

/** The message of the owner, once it has the button. */
async function noticeOf({ adapters }: HookHost): Promise<HookPost> {
  const found = (): HookPost | undefined =>
    [...adapters.host.posts.values()].find(({ props }) => props['webhook_notice'] !== undefined)
  await until('the message', found)
  return found() as HookPost
}

async function refuse(mine: HookHost, payloads: readonly object[]): Promise<HookPost> {
  archive(mine, 'alerts', true)
  for (const payload of payloads) {
    mine.clock.now += 1
    await request(mine.app).post(mine.path).send(payload).expect(404)
  }
  const notice = await noticeOf(mine)
  archive(mine, 'alerts', false)
  mine.clock.now += 1
  return notice
}

function press(mine: HookHost, username: string, { id: postId }: HookPost): request.Test {
  return request(mine.app)
    .post(`/api/v4/posts/${postId}/actions/own_replay`)
    .set({ 'x-user': id(username), 'x-requested-with': 'XMLHttpRequest' })
    .send({})
}

/** What whoever presses is told. */
async function told(mine: HookHost, username: string, notice: HookPost): Promise<unknown> {
  const answer = await press(mine, username, notice).expect(200)
  return Reflect.get(Object(answer.body), 'ephemeral_text')
}

const texts = (mine: HookHost): readonly string[] => mine.posts().map(({ message }) => message)
const ALERTS = [{ text: 'one' }, { text: 'two' }, { text: 'three' }, { text: 'four' }]

describe('the button that sends again what was refused', () => {
  it('posts all of it once and in order, and goes when nothing is left', async () => {
    const mine = host()
    const notice = await refuse(mine, ALERTS)
    expect(await told(mine, 'alice', notice)).to.equal('4 of 4 were sent again.')
    expect(texts(mine)).to.deep.equal(['one', 'two', 'three', 'four'])
    const after = await noticeOf(mine)
    expect(after.message).to.include('works again').and.include('4 requests')
    expect(after.props).not.to.have.property('attachments')
    const late = await press(mine, 'alice', notice).expect(404)
    expect(late.body).to.include({ detailed_error: 'there is nothing left to send again' })
    expect(texts(mine)).to.have.length(4)
  })

  it('says how many were refused again, and stays for them', async () => {
    const mine = host()
    const nowhere = { channel: 'nowhere', text: 'five' }
    const notice = await refuse(mine, [...ALERTS, nowhere])
    expect(await told(mine, 'alice', notice)).to.equal(
      '4 of 5 were sent again. 1 was refused again: the log shows why.',
    )
    const after = await noticeOf(mine)
    expect(after.message).to.include('1 of them can be sent again')
    expect(JSON.stringify(after.props)).to.include('Replay 1')
    expect(await told(mine, 'alice', notice)).to.equal(
      '0 of 1 were sent again. 1 was refused again: the log shows why.',
    )
    expect(texts(mine)).to.have.length(4)
  })

  it('works for nobody who does not manage the webhook', async () => {
    const mine = host({ botUserId: id('carol') })
    const notice = await refuse(mine, ALERTS)
    await press(mine, 'bob', notice).expect(404)
    const refused = await press(mine, 'carol', notice).expect(400)
    expect(refused.body).to.include({
      detailed_error:
        'only the owner of the webhook and administrators can send its requests again',
    })
    expect(texts(mine)).to.deep.equal([])
    await press(mine, 'alice', notice).expect(200)
    expect(texts(mine)).to.have.length(4)
  })

  it('is no button of a message, whatever ids its sender wants', async () => {
    const mine = host()
    const integration = {
      url: 'https://ci.example/',
      own: 'replay',
      webhook: id('hook'),
      since: 0,
    }
    const actions = [{ id: 'own_replay', name: 'Mine', integration }]
    await request(mine.app)
      .post(mine.path)
      .send({ attachments: [{ actions }] })
      .expect(200)
    const [post] = mine.adapters.host.posts.values()
    expect(JSON.stringify(post?.props)).to.include('Mine').and.not.include('own')
  })
})
