import { expect } from 'chai'
import { ALL, allOr } from '../support/all.js'
import { Counting } from '../support/cost/counting.js'
import { dealt } from '../support/cost/dealt.js'
import { growthFault } from '../support/cost/growth.js'
import { type Form, measured, renderingFault, sizeOf } from '../support/cost/rendering.js'
import { manyShapes, type Shape, textShapes } from '../support/cost/places.js'
import { SCANNERS } from '../support/cost/scanners.js'
import { KNOWN, postOfShape } from '../support/cost/shown.js'
import { TELLING_UNITS } from '../support/cost/units.js'

/** Characters that take more than one post. */
const LONG = 4_000
/** Bytes of a payload. */
const SIZE = 10_000

const FORM_NAMES: readonly Form[] = ['HTML', 'Markdown', 'text']
/** Milliseconds of CPU time that a post may take. */
const MOST_MS = 100

function faultsOf(shapes: readonly Shape[]): readonly string[] {
  return shapes.flatMap((shape) => growthFault(shape, SIZE) ?? [])
}

describe('the cost of a message', () => {
  it('grows no faster than the text in any member of any attachment or block', () => {
    const one = (place: number) => dealt(TELLING_UNITS, TELLING_UNITS.length, place)
    expect(faultsOf(textShapes(allOr(() => TELLING_UNITS, one)))).to.deep.equal([])
  })

  it('grows no faster than the number of elements in any list, or of members in any object', () => {
    expect(faultsOf(manyShapes(ALL))).to.deep.equal([])
  })
})

describe('what a post becomes', () => {
  for (const form of FORM_NAMES) {
    it(`is bounded in bytes and CPU time, as ${form}, for all that once was not`, async () => {
      const faults: string[] = []
      for (const shape of KNOWN) {
        const post = postOfShape(shape)
        const rendering = await measured(post, form, MOST_MS)
        const fault = renderingFault(shape.name, form, sizeOf(post), rendering, MOST_MS)
        if (fault !== null) faults.push(fault)
      }
      expect(faults).to.deep.equal([])
    })
  }

  it('is told to be too much where it is', () => {
    const much = { bytes: 1_000_000, ms: 1 }
    expect(renderingFault('a', 'HTML', 1_000, much, MOST_MS)).to.match(/^a: 1000 bytes become/)
    const slow = { bytes: 1_000, ms: 101 }
    expect(renderingFault('a', 'text', 1_000, slow, MOST_MS)).to.equal('a: 101 ms as text')
  })
})

describe('the steps of a message', () => {
  let counting: Counting

  before(() => {
    counting = new Counting()
  })

  after(() => counting.close())

  for (const [number, place] of Object.keys(SCANNERS.messages).entries()) {
    it(`grow no faster than the text: ${place}`, async () => {
      const makes = dealt(TELLING_UNITS, allOr(1, 3), number).map(
        (unit) => (n: number) => unit.repeat(Math.ceil(n / unit.length)),
      )
      expect(await counting.growthFaults('messages', place, makes, LONG)).to.deep.equal([])
    })
  }
})

describe('the measuring of costs', () => {
  it('tells a cost that grows with the square of the size', () => {
    const search = (n: number): unknown => {
      const half = 'a'.repeat(n)
      return { text: String(`${half}${half}${half}`.includes(`${half}b${half}`)) }
    }
    const slow: Shape = { name: 'a search', make: (n) => lazily(() => search(n)) }
    expect(growthFault(slow, 2 * SIZE)).to.match(/^a search: .* for 8 times the size$/)
  })

  it('tells an error that is not for the sender', () => {
    const broken = {
      name: 'broken',
      make: () =>
        lazily(() => {
          throw new RangeError('stack')
        }),
    }
    expect(growthFault(broken, SIZE)).to.equal('broken: RangeError: stack')
  })
})

/** A payload that costs its price when it is written as JSON. */
function lazily(make: () => unknown): object {
  return { toJSON: make }
}
