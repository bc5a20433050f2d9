import { expect } from 'chai'
import { finds, longestWord } from '../../ui/finding.js'

describe('a name', () => {
  const rows: [query: string, name: string, isFound: boolean][] = [
    ['pay al', 'payments alerts', true],
    ['al pay', 'Payments-Alerts', true],
    ['OPS', 'dev.ops', true],
    ['ents al', 'payments alerts', true],
    ['', 'anything', true],
    ['pay al', 'paypal', false],
    ['pay al', 'journal of payments', false],
    ['pay al x', 'payments alerts', false],
    ['-', 'alerts', false],
    ['...', 'alerts', false],
    ['gr', 'Größe', true],
  ]
  for (const [query, name, isFound] of rows) {
    it(`“${name}” is ${isFound ? '' : 'not '}found by “${query}”`, () => {
      expect(finds(query, name)).to.equal(isFound)
    })
  }

  it('is looked for by the longest word of a query', () => {
    expect(['pay alerts', 'ops.main', ' pay ', '', '-'].map(longestWord)).to.deep.equal([
      'alerts',
      'main',
      'pay',
      '',
      '-',
    ])
  })
})
