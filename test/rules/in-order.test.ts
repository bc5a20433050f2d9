import { expect } from 'chai'
import fc from 'fast-check'
import { InOrder, type Place } from '../../lib/rules/in-order.js'

function valuesOf<T>(order: InOrder<T>): readonly T[] {
  const values: T[] = []
  for (let place = order.first; place; place = place.next) values.push(place.value)
  return values
}

describe('values in order', () => {
  it('are as in a list, whatever comes and goes', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constant('add' as const), fc.nat(20))), (steps) => {
        const order = new InOrder<number>()
        const places: Place<number>[] = []
        let expected: number[] = []
        for (const [n, step] of steps.entries()) {
          if (step === 'add') {
            places.push(order.add(n))
            expected.push(n)
          } else {
            const place = places[step]
            if (!place) continue
            order.remove(place)
            expected = expected.filter((value) => value !== place.value)
          }
          expect(valuesOf(order)).to.deep.equal(expected)
          expect(order.size).to.equal(expected.length)
        }
      }),
    )
  })

  it('stay as they are when a value leaves a second time', () => {
    const order = new InOrder<string>()
    order.add('a')
    const middle = order.add('b')
    order.add('c')
    order.remove(middle)
    order.add('d')
    order.remove(middle)
    expect(valuesOf(order)).to.deep.equal(['a', 'c', 'd'])
    expect(order.size).to.equal(3)
  })
})
