import { expect } from 'chai'
import { CALL, shown, text } from './shown.js'

const button = (more: object = {}): object => ({
  type: 'button',
  text: '**Approve**',
  action_id: 'a',
  ...more,
})
const integration = { url: 'https://i.example/x', context: {} }
const NAMED = { type: 'button', name: 'Approve' }

describe("a button of Mattermost's blocks", () => {
  it('calls what its entry names', () => {
    const { actions, warnings } = shown(
      [button({ style: 'primary', tooltip: 'Do', query: { b: 'two', c: 3 } })],
      {
        a: { ...CALL, url: `${CALL.url}?own=0`, query: { a: 'one', b: 'one' }, context: { n: 1 } },
      },
    )
    const url = `${CALL.url}?own=0&a=one&b=two&c=3`
    expect(actions).to.deep.equal([
      { ...NAMED, style: 'primary', tooltip: 'Do', integration: { url, context: { n: 1 } } },
    ])
    expect(warnings).to.deep.equal([])
  })

  const addresses: [sent: string, url: string][] = [
    ['https://a.example/b', 'https://a.example/b?q=1'],
    ['/main/channels/x#y', '/main/channels/x?q=1#y'],
    ['main/channels/x', '/main/channels/x?q=1'],
    ['mailto:a@b.example', 'mailto:a@b.example?q=1'],
  ]
  for (const [sent, url] of addresses) {
    it(`opens ${sent}`, () => {
      const open = { a: { type: 'openURL', url: sent } }
      expect(shown([button({ query: { q: 1 } })], open).actions).to.deep.equal([{ ...NAMED, url }])
    })
  }

  const idle: [title: string, actions: object, reason: string][] = [
    ['no entry', {}, 'mm_blocks_actions has no entry with its id'],
    ['an inherited name', { b: CALL }, 'mm_blocks_actions has no entry with its id'],
    [
      'an unknown type',
      { a: { type: 'teleport', url: 'https://a.example' } },
      'its type of action is not supported',
    ],
    ['no object', { a: 7 }, 'props.mm_blocks_actions.a: expected an object, got a number'],
    ['code', { a: { type: 'openURL', url: 'javascript:x' } }, 'its url cannot be opened'],
    ['no address', { a: { type: 'openURL' } }, 'its url cannot be opened'],
    [
      'no host',
      { a: { type: 'external', url: '/x' } },
      'its url is not an absolute http or https URL',
    ],
  ]
  for (const [title, actions, reason] of idle) {
    it(`is shown disabled if its entry is ${title}`, () => {
      const found = shown([button()], actions)
      expect(found.actions).to.deep.equal([{ ...NAMED, disabled: true }])
      expect(found.warnings).to.deep.equal([`props.mm_blocks[0]: shown disabled: ${reason}`])
    })
  }

  it('is disabled if its id is a name of every object', () => {
    expect(shown([button({ action_id: 'constructor' })]).actions).to.deep.equal([
      { ...NAMED, disabled: true },
    ])
  })

  it('that its sender disabled leads nowhere', () => {
    for (const entry of [CALL, { type: 'openURL', url: 'https://a.example' }]) {
      const { actions, warnings, ignored } = shown([button({ disabled: true })], { a: entry })
      expect(actions).to.deep.equal([{ ...NAMED, disabled: true }])
      expect([...warnings, ...ignored]).to.deep.equal([])
    }
  })

  it('sends no query that is too long, too many or no text', () => {
    const query = { ok: 'x', ['n'.repeat(129)]: 'x', long: 'x'.repeat(2_049), list: ['x'] }
    const { actions, warnings } = shown([button({ query })], { a: CALL })
    expect(actions).to.deep.include({
      ...NAMED,
      integration: { ...integration, url: `${CALL.url}?ok=x` },
    })
    expect(warnings.map((each) => each.slice(-10))).to.deep.equal([
      ': too long',
      ': too long',
      'not a text',
    ])
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`n${n}`, n]))
    expect(shown([button({ query: many })], { a: CALL }).warnings).to.deep.equal([
      'props.mm_blocks[0].query: only the first 50 are sent',
    ])
  })

  it('may share its entry with others, each with an id of its own', () => {
    const { message, warnings } = shown([button(), button()], { a: CALL })
    const ids = message.attachments.flatMap(({ actions }) =>
      actions.map(({ stored }) => stored['id']),
    )
    expect(new Set(ids).size).to.equal(2)
    expect(warnings).to.deep.equal([])
  })

  it('uses one of at most 50 entries', () => {
    const ids = Array.from({ length: 51 }, (_, n) => `a${n}`)
    const { actions, warnings } = shown(
      [...ids, 'a0'].map((action_id) => button({ action_id })),
      Object.fromEntries(ids.map((action_id) => [action_id, CALL])),
    )
    expect(actions.slice(49)).to.deep.equal([
      { ...NAMED, integration },
      { ...NAMED, disabled: true },
      { ...NAMED, integration },
    ])
    expect(warnings).to.deep.equal(['props.mm_blocks[50]: shown disabled: more than 50 actions'])
  })
})

describe("a menu of Mattermost's blocks", () => {
  const menu = { type: 'static_select', action_id: 'a', placeholder: 'When?' }

  it('has its options, and the one that is chosen', () => {
    const options = [
      { text: 'Monday', value: 'mon' },
      { text: 'Friday', value: 'fri' },
    ]
    const { actions, warnings } = shown([{ ...menu, options, initial_option: 'fri' }], { a: CALL })
    expect(actions).to.deep.equal([
      { type: 'select', name: 'When?', default_option: 'fri', options, integration },
    ])
    expect(warnings).to.deep.equal([])
  })

  it('may have all users or channels', () => {
    for (const source of ['users', 'channels']) {
      expect(shown([{ ...menu, data_source: source }], { a: CALL }).actions).to.deep.equal([
        { type: 'select', name: 'When?', data_source: source, integration },
      ])
    }
    expect(shown([{ ...menu, data_source: 'teams' }], { a: CALL }).warnings).to.deep.equal([
      'props.mm_blocks[0].data_source: expected users or channels',
    ])
  })

  it('cannot open an address', () => {
    const { actions, warnings } = shown([menu], { a: { type: 'openURL', url: '/x' } })
    expect(actions).to.deep.equal([{ type: 'select', name: 'When?', disabled: true }])
    expect(warnings).to.deep.equal([
      'props.mm_blocks[0]: shown disabled: a menu cannot open an address',
    ])
  })
})

describe('a link that is a button', () => {
  it('stands at the end, with its own query', () => {
    const { parts, actions, warnings } = shown(
      [text('You may [approve **it**](mmaction://a?b=two) now'), text('after')],
      { a: { ...CALL, query: { a: 'one', b: 'one' } } },
    )
    expect(parts).to.deep.equal([
      { continues: true, text: 'You may approve **it** now\n\nafter' },
      {},
    ])
    expect(actions).to.deep.equal([
      {
        type: 'button',
        name: 'approve it',
        integration: { ...integration, url: `${CALL.url}?a=one&b=two` },
      },
    ])
    expect(warnings).to.deep.equal([])
  })

  it('may stand in the text of the message', () => {
    const { message, parts, actions } = shown(null, { a: CALL }, { text: '[Go](mmaction://a) on' })
    expect(message.text).to.deep.equal([{ kind: 'text', text: 'Go on' }])
    expect(parts).to.deep.equal([{ continues: true }])
    expect(actions).to.deep.equal([{ type: 'button', name: 'Go', integration }])
  })

  it('may stand in other texts, and is disabled without an entry', () => {
    const attachments = [{ text: '[Go](mmaction://a)', fields: [{ value: '[On](mmaction://b)' }] }]
    const { actions, warnings } = shown(null, { a: CALL }, { attachments })
    expect(actions).to.deep.equal([
      { type: 'button', name: 'Go', integration },
      { type: 'button', name: 'On', disabled: true },
    ])
    expect(warnings).to.deep.equal([': shown disabled: mm_blocks_actions has no entry with its id'])
  })
})

describe('an entry that nothing names', () => {
  it('is ignored', () => {
    const actions = JSON.parse('{"a":{},"left":{},"__proto__":{}}') as object
    expect(shown([button()], actions).ignored).to.deep.equal([
      'props.mm_blocks_actions.left',
      'props.mm_blocks_actions.__proto__',
    ])
  })
})
