import { expect } from 'chai'
import fc from 'fast-check'
import { makeKey } from '../../lib/rules/keys.js'
import { redactKeys } from '../../lib/rules/redact.js'
import { growthFault } from '../support/cost/growth.js'

const key = makeKey(Uint8Array.from({ length: 15 }, (_, index) => index * 17))
const percent = (text: string): string =>
  text.replace(/./g, (c) => `%${c.charCodeAt(0).toString(16)}`)
const escapes = (text: string): string =>
  text.replace(/./g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`)
const base64 = (text: string): string => Buffer.from(text).toString('base64')

describe('redact', () => {
  const cases: readonly [string, string, string][] = [
    ['a raw key', `before ${key} after`, 'before [redacted] after'],
    [
      'a key in a URL',
      `https://x.test/hooks/${key}?wait=true`,
      'https://x.test/hooks/[redacted]?wait=true',
    ],
    ['two keys', `${key} ${key}`, '[redacted] [redacted]'],
    ['a key in capitals', key.toUpperCase(), '[redacted]'],
    ['a percent-encoded key', `a ${percent(key)} b`, 'a [redacted] b'],
    ['a key percent-encoded in capitals', percent(key).toUpperCase(), '[redacted]'],
    [
      'a key percent-encoded in part',
      `%77hk${percent(key.slice(3, 9))}${key.slice(9)}`,
      '[redacted]',
    ],
    ['a key percent-encoded twice', percent(key).replaceAll('%', '%25'), '[redacted]'],
    ['a key in escapes of JSON', `"${escapes(key)}"`, '"[redacted]"'],
    [
      'a key in escapes of JSON in capitals',
      escapes(key).toUpperCase().replaceAll('U', 'u'),
      '[redacted]',
    ],
    ['an escape that is neither letter nor digit', 'a \\u0001 \\u00e4 b', 'a \\u0001 \\u00e4 b'],
    ['a key as base64', `a ${base64(key)} b`, 'a [redacted] b'],
    ['a key as base64url', Buffer.from(key).toString('base64url'), '[redacted]'],
    ...[1, 2, 3, 16, 31].map((at): [string, string, string] => [
      `a key with a slash behind ${at} characters`,
      `https://x.test/hooks/${key.slice(0, at)}/${key.slice(at)}/rocketchat`,
      'https://x.test/hooks/[redacted]/rocketchat',
    ]),
    [
      'a key with a coded slash in it',
      `/hooks%2F${key.slice(0, 16)}%2F${key.slice(16)}"`,
      '/hooks%2F[redacted]"',
    ],
    [
      'a key with a slash in JSON',
      JSON.stringify({ url: `/hooks/${key.slice(0, 16)}/${key.slice(16)}` }).replaceAll('/', '\\/'),
      '{"url":"\\/hooks\\/[redacted]"}',
    ],
    ['a key from elsewhere in a path', '/hooks/xz1yq8gmnjgxmkb7ehtfgnqc3w', '/hooks/[redacted]'],
    [
      'two keys from elsewhere in paths',
      '/hooks/xz1yq8gmnjgxmkb7ehtfgnqc3w /HOOKS/XZ1YQ8GMNJGXMKB7EHTFGNQC3W',
      '/hooks/[redacted] /HOOKS/[redacted]',
    ],
    [
      'base64 of words',
      base64('the whkey of words alone, in a long text'),
      base64('the whkey of words alone, in a long text'),
    ],
    ['a user id', 'user xz1yq8gmnjgxmkb7ehtfgnqc3w', 'user xz1yq8gmnjgxmkb7ehtfgnqc3w'],
    [
      'a management path',
      '/hooks/incoming/xz1yq8gmnjgxmkb7ehtfgnqc3w',
      '/hooks/incoming/xz1yq8gmnjgxmkb7ehtfgnqc3w',
    ],
    ['a digest', 'a'.repeat(64), 'a'.repeat(64)],
    ['plain words', 'the whk prefix alone', 'the whk prefix alone'],
  ]
  for (const [title, text, expected] of cases) {
    it(`${text === expected ? 'leaves' : 'hides'} ${title}`, () => {
      expect(redactKeys(text)).to.equal(expected)
    })
  }

  const FOREIGN = 'xz1yq8gmnjgxmkb7ehtfgnqc3w'
  const places: readonly [hooksPath: string, text: string, expected: string][] = [
    ['/in', `POST /in/${FOREIGN} 200`, 'POST /in/[redacted] 200'],
    ['/in/', `/In/${FOREIGN}`, '/In/[redacted]'],
    [
      '/team/in',
      `/in/${FOREIGN} /outer/team/in/${FOREIGN}`,
      '/in/[redacted] /outer/team/in/[redacted]',
    ],
    ['/a.b(c)', `/a.b(c)/${FOREIGN} /aXb(c)/${FOREIGN}`, `/a.b(c)/[redacted] /aXb(c)/${FOREIGN}`],
    ['/in', `/hooks/${FOREIGN}`, '/hooks/[redacted]'],
    ['/hooks', `\\/hooks\\/${FOREIGN}`, '\\/hooks\\/[redacted]'],
    ['/in', `"https:\\/\\/x.test\\/in\\/${FOREIGN}"`, '"https:\\/\\/x.test\\/in\\/[redacted]"'],
    ['/in', `\\\\\\/in\\\\\\/${FOREIGN}\\\\\\/`, '\\\\\\/in\\\\\\/[redacted]\\\\\\/'],
    ['/in', `\\u002fin\\u002F${FOREIGN}`, '\\u002fin\\u002F[redacted]'],
    ['/hooks', `%2Fhooks%2F${FOREIGN}%3Fwait`, '%2Fhooks%2F[redacted]%3Fwait'],
    [
      '/in',
      `u=https%3a%2f%2fx.test%2fin%2f${FOREIGN}&`,
      'u=https%3a%2f%2fx.test%2fin%2f[redacted]&',
    ],
    ['/in', `%25252Fin%25252F${FOREIGN}`, '%25252Fin%25252F[redacted]'],
    ['/in', `%5C%2Fin%5C%2F${FOREIGN}`, '%5C%2Fin%5C%2F[redacted]'],
    ['/in', `/in%2F${percent(FOREIGN)} 200`, '/in%2F[redacted] 200'],
    ['/w@b', `/w@b/${FOREIGN} %2Fw%40b%2F${FOREIGN}`, '/w@b/[redacted] %2Fw%40b%2F[redacted]'],
    ['/h%C3%B6', `%2Fh%25C3%25B6%2F${FOREIGN}`, '%2Fh%25C3%25B6%2F[redacted]'],
    ['/in', `%2Fusers%2F${FOREIGN}`, `%2Fusers%2F${FOREIGN}`],
    ['/in', `%2Fin%2Fincoming%2F${FOREIGN}`, `%2Fin%2Fincoming%2F${FOREIGN}`],
    ['/in', `/users/${FOREIGN}`, `/users/${FOREIGN}`],
  ]
  for (const [hooksPath, text, expected] of places) {
    it(`below ${hooksPath} makes ${expected} of a path`, () => {
      expect(redactKeys(text, hooksPath)).to.equal(expected)
    })
  }

  it('leaves a line of JSON what it is, whatever a sender has put into it', () => {
    const agents = ['\\u0041', 'x\\u005c', '\\\\u0022', `\u0001"\\ /hooks/${FOREIGN}`, 'a\\u002fb']
    const base64 = Buffer.from(`xwhk${'a1'.repeat(15)}`.slice(0, 33)).toString('base64')
    const starts = ['\n', '\u0001', '"', '\\', '\\\n', '\\\u0001', '\\\\\t', JSON.stringify('"\n')]
    for (const agent of starts.map((start) => start + base64)) {
      const redacted: unknown = JSON.parse(redactKeys(JSON.stringify({ agent })))
      expect(redacted).to.have.property('agent').that.includes('[redacted]')
    }
    const coded = [...Array(12).keys()].map((n) => `${'\\'.repeat(n)}u0077hk${'a1'.repeat(15)}`)
    for (const text of coded) {
      const redacted: unknown = JSON.parse(redactKeys(JSON.stringify(text)))
      expect(redacted).to.be.a('string')
    }
    for (const agent of agents) {
      const line = JSON.stringify({ agent })
      const redacted: unknown = JSON.parse(redactKeys(line))
      expect(redacted).to.deep.equal({ agent: agent.replace(FOREIGN, '[redacted]') })
    }
  })

  it('finds a key written as escapes, in JSON and in JSON within it', () => {
    const key = `whk${'a1'.repeat(15)}`.slice(0, 32)
    const escapes = Array.from(key, (c) => `\\u00${c.charCodeAt(0).toString(16)}`).join('')
    for (const text of [`"${escapes}"`, JSON.stringify(`"${escapes}"`)]) {
      const redacted = redactKeys(text)
      expect(redacted).to.include('[redacted]').and.not.include('u0077')
    }
  })

  for (const hooksPath of ['/', '//', '', 'in', '/in?a']) {
    it(`refuses ${JSON.stringify(hooksPath)} as the path, as the options do`, () => {
      expect(() => redactKeys('', hooksPath)).to.throw(TypeError, 'hooksPath: ')
    })
  }

  it('finds a key in base64 wherever it begins and whatever stands around', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        expect(redactKeys(`/path/${base64(before + key + after)}`)).to.include('[redacted]')
      }),
    )
  })

  it('leaves no key behind, whatever stands around', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        expect(redactKeys(before + key + after)).not.to.include(key)
      }),
    )
  })

  for (const piece of [
    'whk',
    '%77',
    '%25',
    '/hooks/',
    '\\u00',
    '\\/hooks\\/',
    '%2Fhooks',
    '/hooks\\',
    'd2hr',
    'A',
  ]) {
    it(`costs no more for each character of ${piece} the more there are`, () => {
      const shape = { name: piece, make: (n: number) => piece.repeat(n / piece.length) }
      const fault = growthFault(shape, 300_000, (text) => redactKeys(String(text)))
      expect(fault).to.equal(null)
    })
  }
})
