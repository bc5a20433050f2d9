import { expect } from 'chai'
import fc from 'fast-check'
import { Counting, type Make } from '../support/cost/counting.js'
import { SCANNERS } from '../support/cost/scanners.js'
import { UNITS } from '../support/cost/units.js'
import { FENCE_HEADS, FENCE_UNITS, GROWING_TEXTS, MARKUP_UNITS } from './hostile.js'

/** Characters of the shorter text. */
const SIZE = 500

const ALL_UNITS = [...new Set([...UNITS, ...MARKUP_UNITS, ...FENCE_UNITS])]
/** Those that look for markup and for fences; the others are tried with the units for all. */
const LOOKING = [
  'markup',
  'mrkdwn',
  'fences on lines',
  'fences of Slack’s',
  'split around links and code',
  'Markdown in pieces',
]
const NAMES = Object.keys(SCANNERS.texts)

const repeated =
  (unit: string, head = ''): Make =>
  (n) =>
    head + unit.repeat(Math.ceil(n / unit.length))

describe('the steps over a text', () => {
  let counting: Counting

  before(() => {
    counting = new Counting()
  })

  after(() => counting.close())

  const faultsOf = (name: string, makes: readonly Make[]): Promise<readonly string[]> =>
    counting.growthFaults('texts', name, makes, SIZE)

  for (const name of NAMES) {
    it(`grow no faster than the text, whatever is repeated: ${name}`, async () => {
      const units = LOOKING.includes(name) ? ALL_UNITS : UNITS
      const makes = [...units.map((unit) => repeated(unit)), ...GROWING_TEXTS]
      expect(await faultsOf(name, makes)).to.deep.equal([])
    })
  }

  for (const head of FENCE_HEADS) {
    it(`grow no faster than fences behind ${JSON.stringify(head.slice(0, 8))}`, async () => {
      const makes = FENCE_UNITS.map((unit) => repeated(unit, head))
      expect(await faultsOf('fences on lines', makes)).to.deep.equal([])
      expect(await faultsOf('fences of Slack’s', makes)).to.deep.equal([])
    })
  }

  it('grow no faster than any mixture', async () => {
    const mixture = fc.array(fc.constantFrom(...ALL_UNITS), { minLength: 1, maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(mixture, async (pieces) => {
        const make = repeated(pieces.join(''))
        for (const name of NAMES) expect(await faultsOf(name, [make]), name).to.deep.equal([])
      }),
      { numRuns: 20 },
    )
  })
})

describe('the counting of steps', () => {
  let counting: Counting

  before(() => {
    counting = new Counting()
  })

  after(() => counting.close())

  for (const name of Object.keys(SCANNERS.broken)) {
    it(`tells ${name}`, async () => {
      const [fault] = await counting.growthFaults('broken', name, [(n) => 'a'.repeat(n)], 100)
      expect(fault).to.match(/for 8 times the text$/)
    })
  }

  it('is the same each time', async () => {
    const texts = new Array<string>(3).fill('a*_'.repeat(SIZE))
    // The first one counts what is prepared once.
    const [, second, third] = await counting.counts('texts', 'escape', texts)
    expect(second).to.equal(third)
  })
})
