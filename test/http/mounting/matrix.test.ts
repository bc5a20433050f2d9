import { expect } from 'chai'
import { CELLS, type CellResult, placeOf } from './cells.js'
import { runMatrix } from './matrix.js'

describe('the mounting matrix', () => {
  let results: readonly CellResult[]

  before(async () => {
    results = await runMatrix()
  })

  for (const major of ['4', '5']) {
    for (const cell of CELLS) {
      it(`works in Express ${major} at ${placeOf(cell)}, parsers before: ${cell.parsers}`, () => {
        const result = results.find(
          (each) =>
            each.express.startsWith(`${major}.`) &&
            placeOf(each) === placeOf(cell) &&
            each.parsers === cell.parsers,
        )
        expect(Object.keys(result?.suites ?? {})).to.have.lengthOf(4)
        expect(Object.values(result?.suites ?? {}).flat()).to.deep.equal([])
      })
    }
  }
})
