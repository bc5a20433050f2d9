import { expect } from 'chai'
import { compare, nameOf, ratiosOf } from '../../bench/baseline.js'
import { headOf, lineOf, lowerOf, type Row, verdictOf } from '../../bench/table.js'

const ROW: Row = {
  body: 'small alert',
  connections: 20,
  target: 'memory, listener',
  cpuMicros: 123.4,
  databaseMicros: 0,
  ratio: 0.5,
  p50Millis: 1.234,
  p99Millis: 10,
  shed: 0,
  peak: 2048,
}
const NAME = 'small alert, 20 connections, memory, listener'

function cellsOf(line: string): readonly string[] {
  return line.trim().split(/ {2,}/)
}

describe('the table of a benchmark', () => {
  it('has a line for each row', () => {
    const cells = ['small alert', '20', 'memory, listener', '123', '0.50', '1.23', '10.00', '2']
    expect(cellsOf(lineOf(ROW, null))).to.deep.equal(cells)
  })

  it('says what a database took, and how many requests were refused', () => {
    const line = lineOf({ ...ROW, databaseMicros: 50, shed: 3 }, null)
    expect(cellsOf(line)).to.include.members(['50', '3'])
  })

  it('has all columns below their titles', () => {
    const row = { ...ROW, databaseMicros: 50, shed: 3 }
    for (const baseline of [null, { [NAME]: 0.5 }]) {
      expect(lineOf(row, baseline)).to.have.lengthOf(headOf(baseline).length)
    }
  })

  const comparisons: [what: string, before: number, shown: string[]][] = [
    ['a lower ratio', 0.6, ['0.60', '-17 %', 'LOWER']],
    ['a ratio that is lower by what chance explains', 0.53, ['0.53', '-6 %']],
    ['a higher ratio', 0.4, ['0.40', '+25 %']],
  ]
  for (const [what, before, shown] of comparisons) {
    it(`shows ${what} beside the baseline`, () => {
      expect(cellsOf(lineOf(ROW, { [NAME]: before })).slice(8)).to.deep.equal(shown)
    })
  }

  it('shows that the baseline lacks a cell', () => {
    expect(cellsOf(lineOf(ROW, {})).at(-1)).to.equal('none')
  })

  it('counts the lower ratios', () => {
    const rows = [ROW, { ...ROW, ratio: 0.2 }, { ...ROW, target: 'another' }]
    expect(verdictOf(rows, { [NAME]: 0.5 })).to.match(/10 %: 1 of 3$/)
  })

  it('does not judge the servers of others', () => {
    const bare = { ...ROW, target: 'bare node:http', ratio: 0.2 }
    expect(lowerOf([bare], { [nameOf(bare)]: 2 })).to.deep.equal([])
  })
})

describe('the baseline of a benchmark', () => {
  it('names each cell', () => {
    expect(nameOf(ROW)).to.equal(NAME)
    expect(nameOf({ ...ROW, connections: 1 })).to.include(' 1 connection,')
  })

  it('has the ratios, rounded', () => {
    expect(ratiosOf([{ ...ROW, ratio: 0.12345 }])).to.deep.equal({ [NAME]: 0.123 })
  })

  it('allows what is exactly at the tolerance', () => {
    expect(compare(ROW, 0.9, { [NAME]: 1 })?.isLower).to.equal(false)
    expect(compare(ROW, 0.89, { [NAME]: 1 })?.isLower).to.equal(true)
  })
})
