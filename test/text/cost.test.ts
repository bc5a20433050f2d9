import { expect } from 'chai'
import fc from 'fast-check'
import { allOr } from '../support/all.js'
import { Counting, type Make } from '../support/cost/counting.js'
import { dealt } from '../support/cost/dealt.js'
import { SCANNERS } from '../support/cost/scanners.js'
import { TELLING_UNITS, UNITS } from '../support/cost/units.js'
import { FENCE_HEADS, FENCE_UNITS, GROWING_TEXTS, MARKUP_UNITS } from './hostile.js'

/** Characters of the shorter text. */
const SIZE = 500

const ALL_UNITS = [...new Set([...UNITS, ...MARKUP_UNITS, ...FENCE_UNITS])]
const LOOKING_FOR_MARKUP = ['markup', 'mrkdwn', 'split around links and code']
const LOOKING_FOR_FENCES = ['fences on lines', 'fences of Slack’s']
const LOOKING = [...LOOKING_FOR_MARKUP, ...LOOKING_FOR_FENCES, 'Markdown in pieces']
const NAMES = Object.keys(SCANNERS.texts)

/** Of a search: all units for those that look for markup and fences, and for the others the units for all. */
const allUnitsOf = (name: string): readonly string[] => (LOOKING.includes(name) ? ALL_UNITS : UNITS)
/** The telling units, and those that are only read once among all that look for them. */
const fewUnitsOf = (name: string): readonly string[] => [
  ...TELLING_UNITS,
  ...dealtAmong(NAMES, UNITS, name),
  ...dealtAmong(LOOKING_FOR_MARKUP, MARKUP_UNITS, name),
  ...dealtAmong(LOOKING_FOR_FENCES, FENCE_UNITS, name),
]

function dealtAmong(
  names: readonly string[],
  units: readonly string[],
  name: string,
): readonly string[] {
  return names.includes(name) ? dealt(units, names.length, names.indexOf(name)) : []
}

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
      const units = allOr(allUnitsOf, fewUnitsOf)(name)
      const makes = [...units.map((unit) => repeated(unit)), ...GROWING_TEXTS]
      expect(await faultsOf(name, makes)).to.deep.equal([])
    })
  }

  for (const [number, head] of FENCE_HEADS.entries()) {
    it(`grow no faster than fences behind ${JSON.stringify(head.slice(0, 8))}`, async () => {
      const units = dealt(FENCE_UNITS, allOr(1, FENCE_HEADS.length), number)
      const makes = units.map((unit) => repeated(unit, head))
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
      { numRuns: allOr(20, 2) },
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
