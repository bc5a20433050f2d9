import { expect } from 'chai'
import fc from 'fast-check'
import { KeyBudget } from '../../lib/rules/key-budget.js'

/** Plays puts of `[webhook, name, length]`, answers what is kept in the end. */
function kept(puts: readonly (readonly [string, string, number])[], limit: number): string[] {
  const budget = new KeyBudget(limit)
  const records = new Set<string>()
  for (const [webhook, name, length] of puts) {
    records.add(`${webhook} ${name}`)
    for (const old of budget.put(webhook, name, length)) records.delete(`${webhook} ${old}`)
  }
  return [...records].sort()
}

// A name comes again with a record like its first: while a key lives, nothing takes its place.
const anyPut = fc
  .tuple(fc.constantFrom('w1', 'w2'), fc.nat({ max: 12 }))
  .map(([webhook, n]) => [webhook, `k${n}`, 5 + ((n * 7) % 40)] as const)

describe('the budget of idempotency records', () => {
  it('keeps the newest records of each webhook that have room', () => {
    const puts = ['a', 'b', 'c', 'd'].map((name) => ['w', name, 40] as const)
    expect(kept([['v', 'x', 100], ...puts], 100)).to.deep.equal(['v x', 'w c', 'w d'])
  })

  it('keeps the record just put, however long it is', () => {
    expect(
      kept(
        [
          ['w', 'a', 1],
          ['w', 'b', 1_000],
        ],
        100,
      ),
    ).to.deep.equal(['w b'])
  })

  it('takes a record that is put again for the newest, by its new length alone', () => {
    const again = (['a', 'b', 'a', 'c'] as const).map((name) => ['w', name, 40] as const)
    expect(kept(again, 100)).to.deep.equal(['w a', 'w c'])
    const shorter: [string, string, number][] = [
      ['w', 'a', 90],
      ['w', 'a', 10],
      ['w', 'b', 90],
    ]
    expect(kept(shorter, 100)).to.deep.equal(['w a', 'w b'])
  })

  it('gives back the room of what is deleted', () => {
    const budget = new KeyBudget(100)
    budget.put('w', 'a', 60)
    budget.delete('w', 'a')
    budget.delete('w', 'a')
    budget.delete('nobody', 'a')
    expect(budget.lengthOf('w')).to.equal(0)
    expect(budget.put('w', 'b', 90)).to.deep.equal([])
    expect(budget.put('w', 'c', 90)).to.deep.equal(['b'])
    budget.delete('w', 'b')
    expect(budget.lengthOf('w')).to.equal(90)
  })

  it('keeps the same after a restart, which reads what was kept and puts the last ones again', () => {
    fc.assert(
      fc.property(fc.array(anyPut, { maxLength: 60 }), fc.nat(60), fc.nat(60), (puts, a, b) => {
        const [from, to] = [Math.min(a, b, puts.length), Math.min(Math.max(a, b), puts.length)]
        // A snapshot at `to` has what was kept then; the journal goes back to `from`.
        const known = new Set(kept(puts.slice(0, to), 100))
        const lastOf = new Map(
          puts.slice(0, to).map((put, place) => [`${put[0]} ${put[1]}`, place]),
        )
        const snapshot = puts
          .slice(0, to)
          .filter(
            ([webhook, name], place) =>
              known.has(`${webhook} ${name}`) && lastOf.get(`${webhook} ${name}`) === place,
          )
        expect(kept([...snapshot, ...puts.slice(from)], 100)).to.deep.equal(kept(puts, 100))
      }),
    )
  })
})
