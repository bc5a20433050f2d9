import { expect } from 'chai'
import { escapePieces, escapeText } from '../../lib/text/escape.js'

describe('characters that Markdown would take for formatting', () => {
  const escaped: readonly (readonly [string, string])[] = [
    ['*a*', '\\*a\\*'],
    ['_a_', '\\_a\\_'],
    ['~~a~~', '\\~\\~a\\~\\~'],
    ['`a`', '\\`a\\`'],
    ['[a](b)', '\\[a](b)'],
    ['[a]: https://a.example', '\\[a]: https://a.example'],
    ['<b>', '\\<b>'],
    ['<https://a.example>', '\\<https://a.example>'],
    ['&copy; &#35;', '\\&copy; \\&#35;'],
    ['&#x41; &#X1F600; &frac12;', '\\&#x41; \\&#X1F600; \\&frac12;'],
    ['a <b> c', 'a \\<b> c'],
    ['a </b> <!-- -->', 'a \\</b> \\<!-- -->'],
    ['<div', '\\<div'],
    ['## a\n#', '\\## a\n\\#'],
    ['a\n+', 'a\n\\+'],
    ['a\n*', 'a\n\\*'],
    ['a\n-', 'a\n\\-'],
    ['12. a\n0. b\n9) c\n1.', '12\\. a\n0\\. b\n9\\) c\n1\\.'],
    ['a ` b ` c', 'a \\` b \\` c'],
    ['a* *b*', 'a* \\*b\\*'],
    ['x *a* *b', 'x \\*a\\* *b'],
    ['a] [b](c)', 'a] \\[b](c)'],
    ['*https://a.example* b', '\\*https://a.example\\* b'],
    ['xwww.a.example/*b*', 'xwww.a.example/\\*b\\*'],
    ['---\na', '\\---\na'],
    ['___', '\\_\\_\\_'],
    ['* * *', '\\* * *'],
    ['*a*\n   b', '\\*a\\*\n   b'],
    ['*a*\n    b', '\\*a\\*\n\u00a0\u00a0\u00a0\u00a0b'],
    ['*a*\n \tb', '\\*a\\*\n\u00a0\u00a0b'],
    ['*a*\n    \n\t', '\\*a\\*\n    \n\t'],
    ['a\tb *c*\n d', 'a\tb \\*c\\*\n d'],
    ['\\* \\', '\\\\* \\\\'],
    ['# a', '\\# a'],
    ['> a', '\\> a'],
    ['- a\n+ b\n* c', '\\- a\n\\+ b\n\\* c'],
    ['1. a\n2) b', '1\\. a\n2\\) b'],
    ['a\n===', 'a\n\\==='],
    ['---', '\\---'],
    ['***', '\\*\\*\\*'],
    ['| a |\n|---|', '| a |\n\\|---|'],
    ['```\na', '\\`\\`\\`\na'],
    ['~~~', '\\~\\~\\~'],
    ['    a', '\u00a0\u00a0\u00a0\u00a0a'],
    ['\ta', '\u00a0a'],
  ]
  for (const [text, written] of escaped) {
    it(`are shown as they are: ${JSON.stringify(text)}`, () => {
      expect(escapeText(text)).to.equal(written)
    })
  }

  // prettier-ignore
  const untouched = [
    '', 'plain', 'a * b', '2*3', 'snake_case_name', '5 < 6', 'a < b > c', '[FIRING:1] x',
    '&lt; & &amp;', 'C:\\dir', '#hash', '-1', '3.14', '1.5 GB', 'it`s', '~5 min', 'a | b', ':tada:',
    '@bob', 'https://a.example/_x_/~y', 'see www.a.example/*a*/b', '= 4', 'wow!', 'a\n  b',
    '`a', '<5', 'if a <b then c', ':a [b]: c', 'http://a.example/_x_/y', 'https://1.example/_x_/y',
    'HTTPS://A.example/_x_/y', 'WWW.a.example/_x_/y', 'ftp://a.example/_x_/y', 'Ftp', 'a * b', '~]~a',
  ]
  for (const text of untouched) {
    it(`are left alone where they format nothing: ${JSON.stringify(text)}`, () => {
      expect(escapeText(text)).to.equal(text)
    })
  }

  it('are codes of emoji where those are not meant', () => {
    expect(escapeText(':tada: :+1: :e-mail: a: b', { emoji: false })).to.equal(
      '\\:tada: \\:+1: \\:e-mail: a: b',
    )
    expect(escapeText('https://a.example/:tada:', { emoji: false })).to.equal(
      'https://a.example/:tada:',
    )
    expect(escapeText(':tada:', { emoji: false })).to.equal('\\:tada:')
    expect(escapeText(':tada: *a*', { emoji: true })).to.equal(':tada: \\*a\\*')
  })

  it('have their brackets escaped in a label', () => {
    expect(escapeText('a]', { label: true })).to.equal('a\\]')
    expect(escapeText('[a] *b', { label: true })).to.equal('\\[a\\] \\*b')
    expect(escapeText('- a', { label: true })).to.equal('- a')
  })

  it('begin no line where something stands before them', () => {
    expect(escapeText('# a', { inline: true })).to.equal('# a')
  })

  it('are escaped beside what could pair with them', () => {
    expect(escapePieces(['a *', null, '* b'])).to.deep.equal(['a \\*', '', '\\* b'])
    expect(escapePieces(['- ', null]), 'a line begins').to.deep.equal(['\\- ', ''])
    expect(escapePieces([null, '- a'])).to.deep.equal(['', '- a'])
    expect(escapePieces(['', '- a'])).to.deep.equal(['', '\\- a'])
    expect(escapePieces(['*a', '* b'])).to.deep.equal(['\\*a', '\\* b'])
    expect(escapePieces(['[a', null])).to.deep.equal(['[a', ''])
    expect(escapePieces(['[a]', null])).to.deep.equal(['\\[a]', ''])
    expect(escapePieces(['a <b', null])).to.deep.equal(['a \\<b', ''])
    expect(escapePieces(['', 'a * ', '', 'b'])).to.deep.equal(['', 'a \\* ', '', 'b'])
    expect(escapePieces(['', 'a * b'])).to.deep.equal(['', 'a * b'])
    expect(escapePieces([null, 'a `b', null])).to.deep.equal(['', 'a \\`b', ''])
  })
})
