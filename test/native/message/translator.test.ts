import { expect } from 'chai'
import { Reading } from '../../../lib/native/payload/reading.js'
import { Translator } from '../../../lib/native/message/translator.js'
import { MAX_FENCE_RUNS, MAX_TEXT_NODES } from '../../../lib/model/limits.js'
import type { RichText } from '../../../lib/model/message.js'
import { told } from '../payloads.js'

const BOB = 'b'.repeat(26)
const MARKUP = `<https://a.example|A> <@${BOB}> <!here>`
const SHOWN = `[A](https://a.example) <@${BOB}> @here`

function translator(verbatim = false): Translator {
  return new Translator(/^[a-z]{26}$/, new Reading(), verbatim)
}

const textOf = (nodes: RichText): string => nodes.map((node) => node.text).join('')

describe('the texts of a message', () => {
  const here = translator()
  const verbatim = translator(true)
  const rows: readonly (readonly [string, RichText, string])[] = [
    ['with markup', here.scan(MARKUP), SHOWN],
    ['in a title', here.scanTitle(MARKUP).nodes, `A <@${BOB}> @here`],
    ['that are Markdown already', verbatim.scan(MARKUP), MARKUP],
    ['in a title that is Markdown already', verbatim.scanTitle(MARKUP).nodes, MARKUP],
    ["in Slack's dialect", here.scanMrkdwn('*a* www.a.example', false), '**a** www.a.example'],
    ["in Slack's dialect, with links", here.scanMrkdwn(MARKUP, false), SHOWN],
    ["in Slack's dialect, left as written", here.scanMrkdwn('*a* @bob', true), '**a** @bob'],
    ['without addresses made links', here.scanMrkdwn('www.a.example', true), 'www\\.a.example'],
    ['with code behind a fence', here.scan('a ```b c\nd```'), 'a\n```\nb c\nd\n```'],
    ['with a word behind a fence', here.scan('```word\nd\n```'), '```word\nd\n```'],
    ["with code in Slack's dialect", here.scanMrkdwn('```word\nd```', false), '```\nword\nd\n```'],
    ['with code, Markdown already', verbatim.scan('a ```b c\nd```'), 'a ```b c\nd```'],
  ]
  for (const [title, nodes, shown] of rows) {
    it(`are read ${title}`, () => {
      expect(textOf(nodes)).to.equal(shown)
    })
  }

  it('without addresses made links keep code as it is', () => {
    expect(here.scanMrkdwn('www.a.example `www.b.example`', true)).to.deep.equal([
      { kind: 'text', text: 'www\\.a.example ' },
      { kind: 'code', text: '`www.b.example`', fence: null },
    ])
  })

  it('that are Markdown already are one text', () => {
    expect(verbatim.scan('`a` @bob')).to.deep.equal([{ kind: 'text', text: '`a` @bob' }])
  })

  it('that are empty show nothing', () => {
    expect(translator().scan('')).to.deep.equal([])
    expect(translator(true).scan('')).to.deep.equal([])
  })
})

describe('the mentions of a message', () => {
  it('are those of all its texts, in order', () => {
    const every = translator()
    every.scan(`@dave and <@${BOB}>, <!here>`)
    every.scanTitle('@erin')
    every.scanMrkdwn('@frank', false)
    every.scanMrkdwn('@nobody', true)
    every.mention('c'.repeat(26))
    expect(every.mentions.map(({ text }) => text)).to.deep.equal([
      '@dave',
      `<@${BOB}>`,
      '@erin',
      '@frank',
      `@${'c'.repeat(26)}`,
    ])
  })

  it('are links to their users, and text for what is no id', () => {
    const [one, other] = [translator(), translator()]
    expect(one.mention(BOB)).to.deep.equal({
      kind: 'user',
      id: BOB,
      text: `@${BOB}`,
      label: '',
    })
    expect(other.mention('bob')).to.deep.equal({ kind: 'text', text: '@bob' })
    expect([one.mentions.length, other.mentions.length]).to.deep.equal([1, 0])
  })

  it('are none in texts that are Markdown already', () => {
    const verbatim = translator(true)
    verbatim.scan(MARKUP)
    expect(verbatim.mentions).to.deep.equal([])
  })
})

describe('the limits of all texts together', () => {
  const links = (count: number): string => '<https://a.example|b>\n'.repeat(count)
  const fences = (count: number): string => '```a b\nc```\n'.repeat(count / 2)
  const ONLY = `: only ${MAX_TEXT_NODES} links and mentions are read: the rest was left as written`
  const MORE = `: more than ${MAX_FENCE_RUNS} code fences and code spans: code fences were not repaired`

  it('are told once', () => {
    const both = translator()
    both.scan(links(MAX_TEXT_NODES))
    both.scan(fences(MAX_FENCE_RUNS + 2))
    expect(told(both.reading)).to.deep.equal([ONLY, MORE])
    both.scan(links(2))
    expect(textOf(both.scan(fences(2)))).to.equal(fences(2))
    expect(told(both.reading)).to.deep.equal([ONLY, MORE])
  })

  it('are not told of a message that reaches them and has no more', () => {
    const exact = translator()
    exact.scan(links(MAX_TEXT_NODES / 2))
    expect(told(exact.reading)).to.deep.equal([])
    expect(textOf(exact.scan(links(1)))).to.equal(links(1))
    expect(told(exact.reading)).to.deep.equal([ONLY])
  })

  it('do not count texts without links', () => {
    const plain = translator()
    for (let n = 0; n <= MAX_TEXT_NODES; n += 1) plain.scanTitle('a')
    expect(textOf(plain.scan(links(1)))).to.equal('[b](https://a.example)\n')
    expect(told(plain.reading)).to.deep.equal([])
  })

  it('are told by the first text that exceeds them', () => {
    const [most, other] = [translator(), translator()]
    most.scan(links(MAX_TEXT_NODES / 4))
    most.scan(links(MAX_TEXT_NODES / 4 - 1))
    expect(told(most.reading)).to.deep.equal([])
    for (const text of [links(1), links(1)]) most.scan(text)
    expect(told(most.reading)).to.deep.equal([ONLY])
    other.scan(fences(MAX_FENCE_RUNS))
    expect(told(other.reading)).not.to.include(MORE)
    other.scan(fences(2))
    expect(told(other.reading)).to.include(MORE)
  })
})
