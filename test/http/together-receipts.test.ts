import { expect } from 'chai'
import type request from 'supertest'
import {
  send,
  incident,
  pagerduty,
  rootsOf,
  incidentOf,
  hostWith,
  repliesOf,
} from './incident-reports.js'

describe('several events of one incident', () => {
  it('say in the receipt what was done', async () => {
    const host = hostWith({ together: 'reply' })
    const done = async (text: string, state: string): Promise<unknown> => {
      const { text: answer } = await send(
        host,
        { text },
        { ...incident(state), query: '?wait=true' },
      )
      return (JSON.parse(answer) as { posts: { action: string }[] }).posts.map(
        ({ action }) => action,
      )
    }
    expect(await done('one', 'open')).to.deep.equal(['created'])
    expect(await done('one', 'open')).to.deep.equal(['unchanged'])
    expect(await done('two', 'open')).to.deep.equal(['edited'])
    expect(await done('three', 'closed')).to.deep.equal(['edited', 'replied'])
  })

  it('are answered as before where a request without effect is repeated', async () => {
    const host = hostWith()
    const again = { headers: { ...incident('open').headers, 'Idempotency-Key': 'k1' } }
    await send(host, { text: 'open' }, incident('open'))
    await send(host, { text: 'open' }, again)
    await send(host, { text: 'closed' }, incident('closed'))
    await send(host, { text: 'open' }, again)
    expect(incidentOf(rootsOf(host)[0])).to.include({ state: 'closed' })
    expect((await send(host, { text: 'other' }, again)).status).to.equal(422)
  })

  it('get their first receipt again with the same Idempotency-Key', async () => {
    const host = hostWith()
    const sent = async ([key, text, state]: readonly [string, string, string]): Promise<string> => {
      const { headers } = incident(state)
      const sending = { headers: { ...headers, 'Idempotency-Key': key }, query: '?wait=true' }
      return (await send(host, { text, as_user: true }, sending).expect(200)).text
    }
    const reports = [
      ['k1', 'one', 'open'],
      ['k2', 'one', 'open'],
      ['k3', 'two', 'open'],
      ['k4', 'three', 'closed'],
    ] as const
    const first: string[] = []
    for (const report of reports) first.push(await sent(report))
    const before = host.posts()
    for (const [index, report] of reports.entries()) {
      expect(await sent(report), report[1]).to.equal(first[index])
    }
    expect(host.posts()).to.deep.equal(before)
    expect(first.join()).to.include('"ignored":["as_user"]').and.not.include('\\')
    const [root] = rootsOf(host)
    host.adapters.host.posts.delete(root?.id ?? '')
    expect(await sent(reports[3]), 'of a deleted post').to.include('"replied"')
  })

  for (const known of [true, false]) {
    it(`get their own receipt again also where others were stored with them (${known ? 'an edit' : 'a first post'})`, async () => {
      const host = hostWith()
      const note = (content: string): object =>
        pagerduty('annotated', { content, incident: { id: 'Q1' } })
      const triggered = pagerduty('triggered', { title: 'Disk full' })
      const resolved = (): request.Test =>
        send(host, known ? pagerduty('resolved', { title: 'Disk full' }) : triggered, {
          headers: { 'Idempotency-Key': 'k1' },
          query: '?wait=true',
        })
      for (const body of [triggered, note('one')]) await send(host, body)
      if (!known) host.adapters.host.posts.clear()
      const [first] = await Promise.all([
        resolved(),
        ...['two', 'three'].map((content) => send(host, note(content))),
      ])
      const replies = repliesOf(host).map(({ id }) => id)
      expect(replies.filter((reply) => !first.text.includes(reply))).to.have.length.above(1)
      await resolved().expect('Idempotent-Replayed', 'true').expect(first.text)
    })
  }
})
