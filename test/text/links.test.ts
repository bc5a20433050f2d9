import { expect } from 'chai'
import fc from 'fast-check'
import {
  isIntegrationUrl,
  isLinkTarget,
  isPictureUrl,
  isSafeUrl,
  markdownLink,
} from '../../lib/text/links.js'

const FORBIDDEN = ['javascript', 'data', 'vbscript', 'blob', 'file']

/** Browsers drop or trim some of these characters, so that the address leads elsewhere. */
const DISGUISED = [
  '/\t/evil.test',
  '/\n/evil.test',
  'java\tscript:alert(1)',
  'ht\ttps://a',
  ' https://a',
  'https://a ',
  'https://a\u0085b',
  'https://a\u1680b',
  'https://a\u2028b',
  'https://a\u3000b',
  '\ufeffhttps://a',
  '\u0000/a',
]

describe('a link target', () => {
  for (const target of ['https://a', 'ssh://a', 'x://y', 'mailto:a@b', 'TEL:1', 'sms:1', 'a://b']) {
    it(`may be ${target}`, () => {
      expect(isLinkTarget(target, false)).to.equal(true)
    })
  }

  for (const target of [
    '',
    'a',
    'a:b',
    'http:/a',
    '://a',
    'a1://b',
    'mailtox',
    '/a\\b',
    '/\\evil.test',
    'git+ssh://a',
    'https://a b',
    'https://a\tb',
    'https://a\u00a0b',
    'https://a\u007f',
    '//a',
    '/ a',
    ...DISGUISED,
  ]) {
    it(`may not be ${JSON.stringify(target)}`, () => {
      expect(isLinkTarget(target, true)).to.equal(false)
    })
  }

  it("is a path of the host's own in a labelled link only", () => {
    expect(isLinkTarget('/a', true)).to.equal(true)
    expect(isLinkTarget('/a', false)).to.equal(false)
  })
})

describe('a URL that is kept', () => {
  for (const url of [
    'https://a',
    'mailto:a@b',
    '/path',
    'a.example/x',
    '#x',
    '?a:b',
    'javascript',
    'a/b:c',
    ':x',
  ]) {
    it(`may be ${url}`, () => {
      expect(isSafeUrl(url)).to.equal(true)
    })
  }

  for (const url of [
    ...DISGUISED,
    'https://a b',
    'https://a\r\nb',
    'mailto:a b',
    'a b',
    '#\u00a0',
  ]) {
    it(`may not be ${JSON.stringify(url)}`, () => {
      expect(isSafeUrl(url)).to.equal(false)
      expect(isPictureUrl(url)).to.equal(false)
    })
  }

  const disguises: readonly (readonly [string, (url: string) => string])[] = [
    ['as it is', (url) => url],
    ['in capitals', (url) => url.toUpperCase()],
    ['behind blanks', (url) => ' '.repeat(300) + url],
    ['behind control characters', (url) => '\u0001\u001f' + url],
    ['with a tab inside', (url) => `${url.slice(0, 2)}\t${url.slice(2)}`],
    ['with 300 line ends inside', (url) => url.slice(0, 2) + '\r\n'.repeat(300) + url.slice(2)],
    ['with slashes', (url) => url.replace(':', '://')],
  ]
  for (const scheme of FORBIDDEN) {
    for (const [how, disguise] of disguises) {
      it(`is not ${scheme}: ${how}`, () => {
        expect(isSafeUrl(disguise(`${scheme}:alert(1)`))).to.equal(false)
        expect(isPictureUrl(disguise(`${scheme}:alert(1)`))).to.equal(false)
      })
    }
  }
})

describe('a picture address', () => {
  it('is a web address or a path', () => {
    for (const url of ['https://a/b.png', 'HTTP://a/b.png', '/b.png']) {
      expect(isPictureUrl(url), url).to.equal(true)
    }
    for (const url of ['', 'a.png', '//a/b.png', 'ftp://a/b.png', 'mailto:a@b']) {
      expect(isPictureUrl(url), url).to.equal(false)
    }
  })
})

describe("a button's address", () => {
  it('is an absolute web address without credentials', () => {
    for (const url of ['https://a.example/x?y#z', 'http://localhost:8080']) {
      expect(isIntegrationUrl(url), url).to.equal(true)
    }
    for (const url of [
      '',
      '/x',
      'a.example',
      'ftp://a',
      'javascript:1',
      'https://u:p@a',
      'https://u@a',
      'https://:p@a',
    ]) {
      expect(isIntegrationUrl(url), url).to.equal(false)
    }
  })
})

describe('a Markdown link', () => {
  it('ends where it is meant to end, whatever its parts say', () => {
    const hostile = fc.string({
      unit: fc.constantFrom('[', ']', '(', ')', '\\', '`', '<', '>', '\n', 'a', ' '),
      maxLength: 30,
    })
    const target = hostile.map((text) => `https://a/${text.replace(/\s/g, '')}`)
    fc.assert(
      fc.property(target, hostile, (address, label) => {
        const made = markdownLink(address, label)
        const parts = /^\[((?:[^[\]\\`\n]|\\[[\]\\`])*)\]\(([^\s<>\\`]*)\)$/.exec(made)
        expect(parts, made).not.to.equal(null)
        let open = 0
        for (const c of parts?.[2] ?? '') {
          open += c === '(' ? 1 : c === ')' ? -1 : 0
          expect(open).to.be.at.least(0)
        }
        expect(open).to.equal(0)
      }),
    )
  })

  it('encodes what would end it or would be markup of its own', () => {
    expect(markdownLink('https://a/`<>\\', 'x')).to.equal('[x](https://a/%60%3C%3E%5C)')
  })

  it('encodes parentheses that are nested deeper than Markdown follows', () => {
    const deep = `https://a/${'('.repeat(33)}${')'.repeat(33)}`
    expect(markdownLink(deep, 'x')).to.equal(
      `[x](https://a/${'%28'.repeat(33)}${'%29'.repeat(33)})`,
    )
    const followed = `https://a/${'('.repeat(32)}${')'.repeat(32)}`
    expect(markdownLink(followed, 'x')).to.equal(`[x](${followed})`)
  })
})
