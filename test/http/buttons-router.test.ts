import { expect } from 'chai'
import { id } from '../support/hook-host.js'
import { until } from '../support/until.js'
import { buttonsSite, closeReceivers } from './buttons-site.js'

const YES = { id: 'yes', name: 'Yes' }

describe('pressing a button', () => {
  afterEach(closeReceivers)

  it('tells its integration what the reference tells', async () => {
    const { post, press, receiver } = await buttonsSite()
    const postId = await post([YES])
    const { status, body } = await press(postId, 'yes')
    expect({ status, ok: body.status }).to.deep.equal({ status: 200, ok: 'OK' })
    const [sent] = receiver.received
    expect(JSON.parse(sent?.body ?? '')).to.deep.equal({
      user_id: id('bob'),
      user_name: 'bob',
      channel_id: id('alerts'),
      channel_name: 'alerts',
      team_id: 'main',
      team_domain: 'main',
      post_id: postId,
      trigger_id: body.trigger_id,
      type: 'button',
      data_source: '',
      context: { run: 7 },
    })
    expect(sent?.headers['webhook-signature']).to.match(/^v1,/)
  })

  it('changes the post as the integration answers, for everybody', async () => {
    const answer = { update: { message: 'Done by <@' + id('bob') + '>', props: {} } }
    const { post, press, posts } = await buttonsSite(answer)
    const postId = await post([YES], { props: { mine: 1 } })
    const before = posts()[0]
    expect(await press(postId, 'yes')).to.have.property('status', 200)
    const after = posts()[0]
    expect(after?.message).to.equal('Done by @bob')
    expect(after?.props).to.deep.equal({
      from_webhook: 'true',
      webhook_display_name: 'Deploy bot',
      override_username: 'webhook',
    })
    expect(after?.update_at).to.be.greaterThan(before?.update_at ?? 0)
  })

  const updates: readonly (readonly [string, object, object])[] = [
    [
      'keeps the props that an update leaves out',
      { message: 'x' },
      { message: 'x', mine: 1, buttons: 1 },
    ],
    [
      'keeps the message that an update leaves out',
      { props: { mine: 2 } },
      { message: 'Old', mine: 2, buttons: 0 },
    ],
    [
      'takes new buttons',
      { props: { attachments: [{ actions: [{ ...YES, id: 'n', url: 'https://a.example' }] }] } },
      { message: 'Old', buttons: 1 },
    ],
    [
      "takes Mattermost's blocks, and their buttons, in place of attachments",
      {
        props: {
          mm_blocks: [
            { type: 'text', text: 'Done' },
            { type: 'button', text: 'Undo', action_id: 'undo' },
          ],
          mm_blocks_actions: { undo: { type: 'openURL', url: '/undo' } },
        },
      },
      { message: 'Old', buttons: 1 },
    ],
    [
      'takes blocks as its text',
      {
        props: {
          blocks: [{ type: 'section', text: { type: 'plain_text', text: 'New' } }],
        },
      },
      { message: 'New', buttons: 0 },
    ],
    [
      'keeps what only the server writes',
      { message: 'x', props: { from_webhook: 'false', override_username: 'root' } },
      { message: 'x', buttons: 0 },
    ],
  ]
  for (const [what, update, expected] of updates) {
    it(what, async () => {
      const { post, press, posts } = await buttonsSite({ update })
      expect(
        await press(await post([YES], { text: 'Old', props: { mine: 1 } }), 'yes'),
      ).to.have.property('status', 200)
      const [shown] = posts()
      const { message = '', props = {} } = shown ?? {}
      const { mine, attachments = [], from_webhook, override_username } = props
      expect({ from_webhook, override_username }).to.deep.equal({
        from_webhook: 'true',
        override_username: 'webhook',
      })
      const buttons = (attachments as { actions?: object[] }[]).flatMap(
        (a) => a.actions ?? [],
      ).length
      expect({ message, buttons, ...(mine === undefined ? {} : { mine }) }).to.deep.equal(expected)
    })
  }

  it('leaves texts as they are when the answer says so', async () => {
    const { post, press, posts } = await buttonsSite({
      skip_slack_parsing: true,
      update: { message: '<https://a.example|b>' },
    })
    expect(await press(await post([YES]), 'yes')).to.have.property('status', 200)
    expect(posts()[0]?.message).to.equal('<https://a.example|b>')
  })

  it('gives the presser alone what is for the presser, and stores it nowhere', async () => {
    const { post, press, posts } = await buttonsSite({
      ephemeral_text: '<https://a.example|Log>',
      goto_location: 'https://a.example/run',
    })
    const postId = await post([YES])
    const before = JSON.stringify(posts())
    const { body } = await press(postId, 'yes')
    expect(body).to.include({
      ephemeral_text: '[Log](https://a.example)',
      goto_location: 'https://a.example/run',
    })
    expect(JSON.stringify(posts())).to.equal(before)
  })

  it('leads nowhere that a link may not lead', async () => {
    const nowhere = ['javascript:alert(1)', '/\t/evil.test', '//evil.test', ' https://a.example']
    for (const goto_location of nowhere) {
      const { post, press } = await buttonsSite({ goto_location })
      const { body } = await press(await post([YES]), 'yes')
      expect(body).to.not.have.property('goto_location')
    }
  })

  const failures: readonly (readonly [string, object, string])[] = [
    [
      'more than one post',
      { update: { message: 'x'.repeat(20_000) } },
      'the update needs more than one post',
    ],
    [
      'nothing to show',
      { update: { message: '', props: {} } },
      'the update leaves nothing to show',
    ],
    ['a wrong type', { update: { message: 5 } }, ''],
    ['an error of its own', { error: { message: 'Closed since noon.' } }, 'Closed since noon.'],
    ['an error that is a text', { error: 'Closed since noon.' }, 'Closed since noon.'],
  ]
  for (const [what, answer, detail] of failures) {
    it(`fails and changes nothing where the integration answers ${what}`, async () => {
      const { post, press, posts } = await buttonsSite(answer)
      const postId = await post([YES])
      const before = JSON.stringify(posts())
      const { status, body } = await press(postId, 'yes')
      expect({ status, id: body.id, detail: body.detailed_error }).to.deep.equal({
        status: 400,
        id: 'api.post.do_action.action_integration.app_error',
        detail,
      })
      expect(JSON.stringify(posts())).to.equal(before)
    })
  }

  it('says nothing of why a call failed, but to the debug log, which does not hold the address', async () => {
    const { post, press, log } = await buttonsSite((_req, res) =>
      res.writeHead(500).end('secret body'),
    )
    const { body } = await press(await post([YES]), 'yes')
    expect(body).to.include({ message: 'Action integration error.', detailed_error: '' })
    const [line = ''] = /[^\n]*message button failed[^\n]*/.exec(await log()) ?? []
    expect(line).to.include('the integration responded with 500')
    expect(line).to.not.match(/127\.0\.0\.1|secret body|run/)
  })

  it('calls once for a hundred presses at once of one person', async () => {
    const held: (() => void)[] = []
    const { post, press, receiver } = await buttonsSite((_req, res) => {
      held.push(() => res.end('{}'))
    })
    const postId = await post([YES])
    const answered: number[] = []
    const all = Array.from({ length: 100 }, async () => {
      const { status } = await press(postId, 'yes')
      answered.push(status)
    })
    await until('each press called or answered', () => held.length + answered.length >= 100)
    for (const answer of held) answer()
    await Promise.all(all)
    const counts = (code: number): number => answered.filter((each) => each === code).length
    expect([counts(200), counts(429)]).to.deep.equal([1, 99])
    expect(receiver.received).to.have.length(1)
  })

  it('of one person runs three calls at once, and leaves the others theirs', async () => {
    const held: (() => void)[] = []
    const { post, press } = await buttonsSite((_req, res) => {
      held.push(() => res.end('{}'))
    })
    const buttons = ['a', 'b', 'c', 'd'].map((id) => ({ id, name: id }))
    const postId = await post(buttons)
    const calling = (count: number): Promise<void> =>
      until(`${count} calls`, () => held.length >= count)
    const three = ['a', 'b', 'c'].map((id) => press(postId, id).then(({ status }) => status))
    await calling(3)
    const { status, body } = await press(postId, 'd')
    expect([status, body.detailed_error]).to.deep.equal([
      429,
      'too many of your button presses are still in progress',
    ])
    const other = press(postId, 'd', 'carol').then(({ status: answered }) => answered)
    await calling(4)
    for (const answer of held) answer()
    expect(await Promise.all([...three, other])).to.deep.equal([200, 200, 200, 200])
    const again = press(postId, 'd').then(({ status: answered }) => answered)
    await calling(5)
    held[4]?.()
    expect(await again).to.equal(200)
  })

  it('of two people at once lets both calls through, and both updates', async () => {
    const held: (() => void)[] = []
    const { post, press, posts, receiver } = await buttonsSite((_req, res) => {
      held.push(() => res.end(JSON.stringify({ update: { message: 'twice' } })))
      if (held.length === 2) for (const answer of held) answer()
    })
    const postId = await post([YES])
    const both = await Promise.all([press(postId, 'yes', 'bob'), press(postId, 'yes', 'carol')])
    expect(both.map(({ status }) => status)).to.deep.equal([200, 200])
    expect(receiver.received).to.have.length(2)
    expect(posts()[0]?.message).to.equal('twice')
  })
})
