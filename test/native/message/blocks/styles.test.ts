import { expect } from 'chai'
import { shownAsSent } from './shown.js'

const USER = 'u'.repeat(26)
const STYLES = { b: 'bold', i: 'italic', s: 'strike', c: 'code' } as const

type Letter = keyof typeof STYLES
type Piece = readonly [text: string, styles?: string]

const isLetter = (letter: string): letter is Letter => letter in STYLES

/** An element of rich text: `@` is a person, `[L]` a link, `:tada:` an emoji. */
function element([text, letters = '']: Piece): object {
  const known = Array.from(letters).filter(isLetter)
  const style = Object.fromEntries(known.map((letter) => [STYLES[letter], true]))
  if (text === '@') return { type: 'user', user_id: USER, style }
  if (text === '[L]') return { type: 'link', url: 'https://a.b', text: 'L', style }
  if (text === ':tada:') return { type: 'emoji', name: 'tada', style }
  return { type: 'text', text, style }
}

// Markdown knows no marks between some characters: there a style ends early, or is left out.
describe('a style beside other text', () => {
  const rows: readonly (readonly [pieces: readonly Piece[], markdown: string])[] = [
    [[['a ', 'b']], '**a** '],
    [[[' b', 'b']], ' **b**'],
    [[[' ', 'b']], ' '],
    [[[' ', 'b'], ['.']], ' .'],
    [[[' ', 'i'], ['.b']], ' .b'],
    [[['€', 'i']], '_€_'],
    [[['a', 'bi'], ['€']], '***a***€'],
    [[['é', 'i'], ['€']], '*é*€'],
    [[['a b'], ['€a', 'i']], 'a b€*a*'],
    [[['.b'], ['.b', 'i']], '.b._b_'],
    [[['*', 'i'], ['€']], '\\*€'],
    [[['a'], ['*b*', 'b'], ['c']], 'a\\***b**\\*c'],
    [
      [
        ['a', 'i'],
        ['b', 'b'],
      ],
      '_a_**b**',
    ],
    [
      [
        ['a', 'b'],
        ['b', 's'],
        ['c', 'i'],
      ],
      '**a**~~b~~_c_',
    ],
    [[['b', 'b'], ['ab', 'i'], ['a€']], '**b**aba€'],
    [[['a€'], ['a.', 'i'], ['.', 's']], 'a€a.~~.~~'],
    [
      [
        ['😀', 'i'],
        [', ', 'i'],
        ['€a', 'si'],
      ],
      '_😀,_ ~~_€a_~~',
    ],
    [[['a😀', 'b'], ['€a']], '**a**😀€a'],
    [[['a'], ['😀a', 'b']], 'a😀**a**'],
    [
      [
        ['a😀', 'b'],
        ['a b', 'i'],
        ['€a', 'b'],
      ],
      '**a**😀a b€**a**',
    ],
    [[[' . ', 'bs'], ['b']], ' **~~.~~** b'],
    [[['a ', 'bs'], ['b']], '**~~a~~** b'],
    [[['b'], [' a', 'bs']], 'b **~~a~~**'],
    [[['a', 'bs'], ['b']], '~~a~~b'],
    [[['😀', 'b'], ['.b', 'bs'], ['ab']], '**😀**~~.b~~ab'],
    [[['*', 'bc']], '**`*`**'],
    [[['b'], ['*', 'bc']], 'b`*`'],
    [[['a', 'bc'], ['b']], '`a`b'],
    [[[' . ', 'bc'], ['😀', 'b'], ['a']], '` . `😀a'],
    [[[' b'], ['€', 'bs'], [' ', 'bc']], ' b€` `'],
    [[['@', 'b'], ['b']], `**@${USER}**b`],
    [[['b'], ['@', 's']], `b@${USER}`],
    [[['@'], ['a ', 'bs'], ['.', 'bc']], `@${USER}~~a~~ **\`.\`**`],
    [[['[L]', 'b'], ['a']], '[L](https://a.b)a'],
    [[['a'], ['[L]', 'i']], 'a[L](https://a.b)'],
    [[[':tada:', 'b'], [' a']], '**:tada:** a'],
    [[[':tada:', 'b'], ['a']], ':tada:a'],
  ]
  for (const [pieces, markdown] of rows) {
    const title = pieces.map(([text, styles = '']) => `${JSON.stringify(text)} ${styles}`.trim())
    it(`is ${JSON.stringify(markdown).slice(0, 50)} for ${title.join(', ')}`, () => {
      const section = { type: 'rich_text_section', elements: pieces.map(element) }
      expect(shownAsSent([{ type: 'rich_text', elements: [section] }]).text).to.equal(markdown)
    })
  }
})
