import { expect } from 'chai'
import { readPost } from 'express-incoming-webhooks/render'
import {
  bareTitle,
  firstLineOf,
  isCalled,
  stateIn,
  withoutBeginning,
  withoutPerson,
} from '../../example-host/web/text/first-line.js'

const TITLES: readonly (readonly [line: string, state: string, title: string])[] = [
  [
    '**[Resolved: Disk (after 41 min)](https://a.example)**',
    'closed',
    '**[Disk](https://a.example)**',
  ],
  ['**Resolved: Disk (2 alerts, after 5 s)**', 'closed', '**Disk (2 alerts)**'],
  [
    '**[Firing: Disk (3 alerts)](https://a.example)**',
    'open',
    '**[Disk (3 alerts)](https://a.example)**',
  ],
  ['Acknowledged: Disk', 'acknowledged', 'Disk'],
  ['**Error: Replica lag**', '', '**Error: Replica lag**'],
  ['The backup is resolved: at last', '', 'The backup is resolved: at last'],
  ['Closed the lid (after lunch) today', '', 'Closed the lid (after lunch) today'],
]

describe('the title of an incident in the chat', () => {
  for (const [line, state, title] of TITLES) {
    it(`says no state beside “${title}”${state === '' ? '' : `, which is ${state}`}`, () => {
      expect([stateIn(line), bareTitle(line)]).to.deep.equal([state, title])
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

  it('is found in replies that tell a change, and not in comments', () => {
    const titles = ['Disk_full', 'It is done']
    for (const line of [
      '**[Resolved: Disk\\_full (after 2 s)](https://a.example)**',
      'It is done',
    ]) {
      expect(isCalled(line, titles), line).to.equal(true)
    }
    for (const line of ['Comment: Disk_full', 'Disk_full again', '']) {
      expect(isCalled(line, [...titles, '']), line).to.equal(false)
    }
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
