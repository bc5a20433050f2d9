import { expect } from 'chai'
import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { allOr } from '../support/all.js'
import { fencesOnLines } from '../../lib/text/slack-fences.js'

const markdown = new MarkdownIt({ html: false })

/** What readers see: the blocks of code, everything else, and the info strings, which nobody sees. */
function rendered(text: string): { code: string; words: string; infos: string } {
  const tokens = markdown.parse(text, {})
  const fences = tokens.filter(({ type }) => type === 'fence')
  const others = tokens.filter(({ type }) => type !== 'fence')
  return {
    code: fences.map(({ content }) => content).join('\n'),
    words: others.map(({ content }) => content).join('\n'),
    infos: fences.map(({ info }) => info).join('\n'),
  }
}

/** Numbers each WORDS and CODE, so that it can be found where it is shown. */
function numbered(text: string): string {
  let n = 0
  return text.replaceAll(/WORDS|CODE/g, (mark) => `${mark}${(n += 1)}.`)
}

function expectEachInItsPlace(message: string): void {
  const sent = numbered(message)
  const written = fencesOnLines(sent).text
  const { code, words, infos } = rendered(written)
  for (const [mark] of sent.matchAll(/CODE\d+\./g)) expect(code, written).to.include(mark)
  for (const [mark] of sent.matchAll(/WORDS\d+\./g)) expect(words, written).to.include(mark)
  expect(infos, written).not.to.match(/WORDS|CODE/)
}

const words = fc.constantFrom(
  'WORDS',
  'see WORDS here',
  'run `x` for WORDS',
  'a ```y``` WORDS',
  'WORDS `` ``` ``',
  '',
  '- WORDS',
  '1. WORDS',
  '> WORDS',
  '**WORDS**:',
)
const line = fc.constantFrom(
  'CODE',
  '  CODE',
  '',
  '# CODE',
  'a `CODE`',
  '{ CODE }',
  '- CODE',
  '> CODE',
  'CODE: it`s',
)
const lines = fc.array(line, { maxLength: 4 })
const linesWithPairs = fc.array(
  fc.oneof(line, fc.constantFrom('// ```x``` CODE', 'CODE ```a``` ```b```')),
  { maxLength: 4 },
)
const info = fc.constantFrom('', 'js', 'c++')

const ofMarkdown = fc
  .tuple(fc.constantFrom('```', '````', '~~~'), info, linesWithPairs, fc.constantFrom('', '``'))
  .map(([fence, word, inside, more]) =>
    [fence + word, ...inside, fence.startsWith('`') ? fence + more : fence].join('\n'),
  )
const inAList = fc
  .tuple(info, lines)
  .map(([word, inside]) =>
    ['- WORDS', `  \`\`\`${word}`, ...inside.map((text) => `  ${text}`), '  ```'].join('\n'),
  )
const inAQuote = fc
  .tuple(info, lines)
  .map(([word, inside]) =>
    [`> \`\`\`${word}`, ...inside.map((text) => `> ${text}`), '> ```', ''].join('\n'),
  )
const ofSlack = fc
  .tuple(
    fc.constantFrom('', 'WORDS', 'WORDS ', '_WORDS_: '),
    fc.constantFrom('CODE a', '{', 'CODE:', 'Error: CODE', ''),
    lines,
    fc.constantFrom('\nCODE', '\n}', '\n'),
    fc.constantFrom('', ' WORDS', ' WORDS and WORDS'),
  )
  .map(([before, first, inside, last, behind]) =>
    [`${before}\`\`\`${first}`, ...inside].join('\n').concat(last, '```', behind),
  )
const blocks = fc.array(fc.oneof(ofMarkdown, inAList, inAQuote, ofSlack, words, words), {
  maxLength: 5,
})
const aboutFences = fc
  .tuple(fc.constantFrom('Use ``` for WORDS', '"```" is WORDS'), fc.constantFrom('js', 'sh'), lines)
  .map(([about, word, inside]) => [about, '', `\`\`\`${word}`, ...inside, '```'].join('\n'))

describe('fences of Slack among Markdown, rendered', () => {
  it('have each line of code in a block, and all words outside', () => {
    fc.assert(
      fc.property(blocks, (message) => {
        expectEachInItsPlace(message.join('\n'))
      }),
      { numRuns: allOr(2_000, 200) },
    )
  })

  it('do so around words about fences', () => {
    fc.assert(
      fc.property(blocks, aboutFences, blocks, (before, about, behind) => {
        expectEachInItsPlace([...before, about, ...behind].join('\n'))
      }),
      { numRuns: allOr(2_000, 200) },
    )
  })

  it('hide no more than as sent, and leave a block open only where one was or nothing else shows all', () => {
    const unit = fc.constantFrom(
      '```',
      '```',
      '```\n',
      '\n```',
      '`',
      '~~~',
      '````',
      '`````\n',
      '\n',
      '\n',
      ' ',
      'a',
      'b c',
    )
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 24 }), (units) => {
        const sent = units.join('')
        const [before, after] = [faultsOf(sent), faultsOf(fencesOnLines(sent).text)]
        expect(after.hidden, sent).to.be.at.most(before.hidden)
        if (after.open && after.hidden === before.hidden) expect(before.open, sent).to.equal(true)
      }),
      { numRuns: allOr(5_000, 500) },
    )
  })
})

/** What Markdown hides of a text, and whether it takes the rest for code. */
function faultsOf(text: string): { hidden: number; open: boolean } {
  const lines = text.split('\n')
  const fences = markdown.parse(text, {}).filter(({ type }) => type === 'fence')
  const hidden = fences.filter(
    ({ markup, info }) => markup === '```' && !/^[\w#+.-]*$/.test(info.trim()),
  )
  const open = fences.some(({ map, markup }) => {
    const [first, behind] = map ?? [0, 0]
    const last = lines[behind - 1]?.trim() ?? ''
    return (
      behind - 1 === first ||
      !last.startsWith(markup) ||
      last.replaceAll(markup.charAt(0), '') !== ''
    )
  })
  return { hidden: hidden.length, open }
}
