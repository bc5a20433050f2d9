import { expect } from 'chai'
import { apprise } from '../../../lib/formats/chats/apprise.js'
import { gotify } from '../../../lib/formats/chats/gotify.js'
import { ntfy } from '../../../lib/formats/chats/ntfy.js'
import { chatShown } from './shown.js'

const ACTIONS = [
  { action: 'view', label: 'Open', url: 'https://a.test/', clear: true },
  { action: 'http', label: 'Close', url: 'https://b.test/', method: 'PUT' },
]

describe('a notification for ntfy', () => {
  it('shows all of its JSON, and tells of what ntfy would do with it', () => {
    const shown = chatShown(ntfy, {
      topic: 'jobs',
      title: 'See https://t.test/x',
      message: 'm',
      tags: ['tada', 'db'],
      priority: 4,
      attach: 'https://f.test/1',
      filename: 'a.zip',
      icon: 'https://i.test/i.png',
      delay: '30min',
      email: 'a@b.test',
      actions: ACTIONS,
    })
    expect(shown).to.deep.equal({
      lines: [
        '**:tada: See <https://t.test/x>**\nm',
        'Tags: db',
        '[Open] https://a.test/',
        '[a.zip] https://f.test/1',
      ],
      warned: ['actions[1]', 'delay', 'email'],
    })
  })

  const actions: readonly (readonly [string, string])[] = [
    ['a list', JSON.stringify(ACTIONS)],
    ['between commas', 'view, Open, https://a.test/, clear=true; http, Close, https://b.test/'],
    ['with names', 'action=view, url=https://a.test/, label=Open; action=http, label=x, url=y'],
    [
      'in quotes',
      `view, "Open", 'https://a.test/'; http, "a, b; c", https://b.test/, body='{"a": 1, "b": ";"}'`,
    ],
  ]
  for (const [what, header] of actions) {
    it(`has buttons in a header: ${what}`, () => {
      const shown = chatShown(ntfy, 'm', { headers: { 'x-actions': header } })
      expect(shown).to.deep.equal({
        lines: ['m', '[Open] https://a.test/'],
        warned: ['actions[1]'],
      })
    })
  }

  const delays = ['x-delay', 'delay', 'x-at', 'at', 'x-in', 'in']
  for (const name of delays) {
    it(`is not late because of the header ${name}`, () => {
      expect(chatShown(ntfy, 'm', { headers: { [name]: '30min' } }).warned).to.deep.equal(['delay'])
      expect(chatShown(ntfy, 'm', { query: { [name]: '30min' } }).warned).to.deep.equal(['delay'])
    })
  }

  const sequences: readonly (readonly [string, Parameters<typeof chatShown>[2], unknown])[] = [
    ['a member', {}, { topic: 'jobs', message: 'm', sequence_id: 's' }],
    ...['x-sequence-id', 'sequence-id', 'sid', 'x-sid'].map(
      (name) =>
        [
          `the header ${name}`,
          { headers: { [name]: 's' }, query: { topic: 'jobs' } },
          'm',
        ] as const,
    ),
    ['the path or query', { query: { topic: 'jobs', sequence_id: 's' } }, 'm'],
    ['the path beside JSON', { query: { topic: 'jobs', sequence_id: 's' } }, { message: 'm' }],
  ]
  for (const [what, request, value] of sequences) {
    it(`is a part of a sequence that is named by ${what}`, () => {
      const body =
        typeof value === 'string'
          ? ({ kind: 'text', text: value } as const)
          : ({ kind: 'json', value, text: '' } as const)
      const reading = ntfy.read({ headers: {}, query: {}, body, ...request })
      expect(reading).to.deep.include({
        event: { event: 'message', incident: 'jobs/s', state: 'open' },
      })
    })
  }
})

describe('a message for Gotify or Apprise', () => {
  it('links addresses that stand alone in titles', () => {
    const title = 'See https://a.test/x_y'
    const shown = '**See <https://a.test/x_y>**\nm'
    expect(chatShown(gotify, { title, message: 'm' })).to.deep.equal({ lines: [shown], warned: [] })
    const sent = { version: '1.0', title, message: 'm', type: 'info' }
    expect(chatShown(apprise, sent)).to.deep.equal({ lines: [shown], warned: [] })
  })

  it('shows its picture, and tells of what only a phone can do', () => {
    const extras = {
      'client::display': { contentType: 'text/plain' },
      'client::notification': { bigImageUrl: 'https://i.test/a.png' },
      'android::action': { onReceive: { intentUrl: 'https://phone.test/' } },
    }
    expect(chatShown(gotify, { message: 'm', extras })).to.deep.equal({
      lines: ['m', 'https://i.test/a.png'],
      warned: ['extras.android::action'],
    })
  })
})

describe('a notification of Apprise', () => {
  it('shows the text of its API too', () => {
    const sent = { title: 't', body: 'b', type: 'info', format: 'text', tag: 'all' }
    expect(chatShown(apprise, sent).lines).to.deep.equal(['**t**\nb'])
    expect(chatShown(apprise, { body: 'b' }).lines).to.deep.equal(['b'])
    expect(chatShown(apprise, { title: 't', message: 42 }).lines).to.deep.equal(['**t**\n42'])
  })

  it('is refused where a title is all that it shows', () => {
    const body = { kind: 'json', value: { title: 't', content: 'c' }, text: '' } as const
    const reading = apprise.read({ headers: {}, query: {}, body })
    expect(reading).to.include({ kind: 'refuse' })
  })
})
