import { expect } from 'chai'
import { readPost } from 'express-incoming-webhooks/render'
import {
  bareTitle,
  firstLineOf,
  firstWordsOf,
  headOf,
  namingIn,
  withoutBeginning,
  withoutPerson,
} from '../../example-host/web/text/first-line.js'

type State = Parameters<typeof bareTitle>[1]['state']

const LONG = 'word '.repeat(60).trim()

const TITLES: readonly (readonly [
  line: string,
  state: State,
  name: string,
  title: string,
  level?: string,
])[] = [
  [
    '**[Resolved: Disk (after 41 min)](https://a.example)**',
    'closed',
    'Disk',
    '**[Disk](https://a.example)**',
  ],
  ['**Resolved: Disk (2 alerts, after 5 s)**', 'closed', 'Disk', '**Disk (2 alerts)**'],
  [
    '**[Firing: Disk (3 alerts)](https://a.example)**',
    'open',
    'Disk',
    '**[Disk (3 alerts)](https://a.example)**',
  ],
  ['Acknowledged: Disk', 'acknowledged', 'Disk', 'Disk'],
  [`Resolved: ${LONG}`, 'closed', LONG.slice(0, 200), LONG],
  ['Resolved: a post of 0.9', 'closed', '', 'a post of 0.9'],
  ['Firing: Disk', 'acknowledged', 'Disk', 'Firing: Disk'],
  ['Up: the river', 'open', 'Up: the river', 'Up: the river'],
  ['Up: the river', 'closed', 'Up: the river', 'Up: the river'],
  ['Resolved: already', 'open', 'Resolved: already', 'Resolved: already'],
  [
    'Closed the lid (after lunch)',
    'open',
    'Closed the lid (after lunch)',
    'Closed the lid (after lunch)',
  ],
  ['**Error: Replica lag**', 'open', 'Replica lag', '**Error: Replica lag**'],
  ['**[Error: Lag](https://a.example)**', 'open', 'Lag', '**[Lag](https://a.example)**', 'Error'],
  ['Error: Lag', 'open', 'Error: Lag', 'Error: Lag', 'Error'],
]

describe('the title of an incident in the chat', () => {
  for (const [line, state, name, title, level = ''] of TITLES) {
    it(`is “${title.slice(0, 60)}” of what is called “${name.slice(0, 60)}” and ${state}`, () => {
      expect(bareTitle(line, { state, title: name, level })).to.equal(title)
    })
  }

  it('is the first line of a message, if that is a line of text', () => {
    expect(firstLineOf('Disk full\n- a')).to.equal('Disk full')
    for (const message of [
      '',
      '# Disk',
      '> Disk',
      '- Disk',
      '```\na\n```',
      'a | b\n--- | ---',
      'a\n===',
    ]) {
      expect(firstLineOf(message), message).to.equal('')
    }
  })

  it('is told from other posts by how they begin, in a few plain words', () => {
    const nameOf = (message: string, attachments: readonly object[] = []) =>
      firstWordsOf({ message, props: { attachments } })
    expect(nameOf('\n- **Disk** `a_b`  &amp; [more](https://a.example)\n- b')).to.equal(
      'Disk a_b & more',
    )
    expect(nameOf('# The `disk`\n\nis full')).to.equal('The disk')
    expect(nameOf('```\nrm -r\n```')).to.equal('rm -r')
    expect(nameOf('', [{ title: 'a_b &lt;c&gt;', text: 'd' }])).to.equal('a_b <c>')
    expect(nameOf('', [{ fields: [] }])).to.equal('')
    expect(nameOf('word '.repeat(100))).to.have.length(81)
  })

  it('is found in replies that tell a change, and not in comments', () => {
    const titles = ['Disk_full', 'It is done', 'Up: the river']
    const namingOf = (text: string, isPlain = false) => namingIn({ text, isPlain }, [...titles, ''])
    expect(namingOf('**[Resolved: Disk\\_full (after 2 s)](https://a.example)**')).to.deep.equal({
      state: 'closed',
      title: 'Disk_full',
    })
    expect(namingOf('It is done')).to.deep.equal({ state: '', title: 'It is done' })
    expect(namingOf('Up: the river')).to.deep.equal({ state: '', title: 'Up: the river' })
    expect(namingOf('Disk_full', true)).to.deep.equal({ state: '', title: 'Disk_full' })
    for (const line of ['Comment: Disk_full', 'Disk_full again', '']) {
      expect(namingOf(line), line).to.equal(null)
    }
  })

  it('may be in the first attachment', () => {
    const headIn = (attachment: object) =>
      headOf(readPost({ message: '', props: { attachments: [attachment] } }))
    expect(headIn({ title: 'a_b', text: 'c' })).to.deep.equal({ text: 'a_b', isPlain: true })
    expect(headIn({ text: '**a**\nb' })).to.deep.equal({ text: '**a**', isPlain: false })
    expect(headIn({ text: '- a' })).to.deep.equal({ text: '', isPlain: false })
  })

  it('makes a line needless that says in UTC when it began', () => {
    const since = Date.parse('2026-11-25T15:07:30Z')
    const textOf = (text: string): string | undefined => {
      const [attachment] = readPost({ message: '', props: { attachments: [{ text }] } }).attachments
      return attachment && withoutBeginning(attachment, since).text
    }
    expect(textOf('Disk full\nsince 2026-11-25 15:07 UTC')).to.equal('Disk full')
    expect(textOf('2026-11-25 15:07 UTC, for 41 min')).to.equal('')
    const other = 'Disk full\nsince 2026-11-25 15:06 UTC'
    expect(textOf(other)).to.equal(other)
  })

  it('is above a card that does not say once more by whom', () => {
    const textOf = (text: string, name: string): string | undefined => {
      const [attachment] = readPost({ message: '', props: { attachments: [{ text }] } }).attachments
      return attachment && withoutPerson(attachment, name).text
    }
    expect(textOf('By Nora \\_Vale\\_\nat once', 'Nora _Vale_')).to.equal('at once')
    expect(textOf('By Nora', 'Nora')).to.equal('')
    expect(textOf('By Nora', '')).to.equal('By Nora')
    expect(textOf('By Nora and Bea', 'Nora')).to.equal('By Nora and Bea')
  })
})
