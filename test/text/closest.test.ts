import { expect } from 'chai'
import { closestName } from '../../lib/text/closest.js'

const NAMES = ['hooksPath', 'siteUrl', 'trustedOrigins', 'adapterTimeout', 'log', 'limits.webhook']

describe('the name that was probably meant', () => {
  const cases: readonly [text: string, meant: string | null][] = [
    ['hookPath', 'hooksPath'],
    ['hookspath', 'hooksPath'],
    ['siteURL', 'siteUrl'],
    ['hoksPth', 'hooksPath'],
    ['hkPth', null],
    ['origins', 'trustedOrigins'],
    ['timeout', 'adapterTimeout'],
    ['limits.webhooks', 'limits.webhook'],
    ['logs', 'log'],
    // Two letters of three are too many.
    ['db', null],
    ['dog', 'log'],
    ['a', null],
    ['colour', null],
    ['', null],
    ['x'.repeat(100_000), null],
  ]
  for (const [text, meant] of cases) {
    it(`for ${text === '' ? 'nothing' : text.slice(0, 20)} is ${meant ?? 'unknown'}`, () => {
      expect(closestName(text, NAMES)).to.equal(meant)
    })
  }
})
