import { expect } from 'chai'
import { killLoop } from './kill-loop.js'
import { allOr } from '../support/all.js'
import { faultsOf, type Sent, textOf } from './messages.js'

const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? allOr(3, 1))

describe('the example host, killed while it stores', () => {
  it(`keeps what it acknowledged, once and whole, in ${ROUNDS} rounds`, async function () {
    this.timeout(30_000 + ROUNDS * 15_000)
    const { faults, passed, acknowledged } = await killLoop(ROUNDS)
    expect(faults).to.deep.equal([])
    expect(passed).to.equal(ROUNDS + 1)
    expect(acknowledged).to.be.above(0)
  })
})

describe('the check of the stored posts', () => {
  const message = (id: string, parts: 1 | 2 | 3, state: Sent['state'] = 'acknowledged'): Sent => ({
    id,
    parts,
    idempotencyKey: null,
    state,
  })
  const long = message('r1c1n1', 3)
  const short = message('r1c2n1', 1)
  const sent = new Map([long, short].map((one) => [one.id, one]))
  const [first = '', second = '', third = ''] = textOf(long).match(/.{1,16000}( |$)/g) ?? []
  const check = (...texts: string[]) =>
    faultsOf(
      texts.map((text, i) => ({ id: String(i), createAt: i, message: text })),
      sent,
    )

  it('accepts whole messages in any order of the clients', () => {
    expect(first + second + third).to.equal(textOf(long))
    expect(check(first, second, third, textOf(short))).to.deep.equal([])
    expect(check(textOf(short), first, second, third)).to.deep.equal([])
  })

  it('finds a lost message', () => {
    expect(check(first, second, third)).to.deep.equal(['r1c2n1 was acknowledged and is lost'])
  })

  it('finds a message that is there twice', () => {
    const faults = check(first, second, third, textOf(short), textOf(short))
    expect(faults).to.deep.equal(['r1c2n1 is stored 2 times'])
  })

  it('finds a missing part, a foreign post between two, parts in another order', () => {
    expect(check(first, third, textOf(short))).to.include('r1c1n1 is there in pieces')
    expect(check(first, second, textOf(short))).to.include('r1c1n1 is there in pieces')
    expect(check(first, textOf(short), second, third)).to.include('r1c1n1 is there in pieces')
    expect(check(second, first, third, textOf(short))).to.include('r1c1n1 is there in pieces')
  })

  it('finds a later message of a client before an earlier one', () => {
    const one = message('r1c1n1', 1)
    const two = message('r1c1n2', 1)
    const posts = [two, one].map((each) => ({ id: each.id, createAt: 0, message: textOf(each) }))
    const both = new Map([one, two].map((each) => [each.id, each]))
    expect(faultsOf(posts, both)).to.deep.equal(['r1c1n1 comes after a later one'])
  })

  it('lets an unanswered message be there or not, and a refused one not', () => {
    const unknown = message('r1c1n1', 1, 'unknown')
    const refused = message('r1c1n2', 1, 'refused')
    const both = new Map([unknown, refused].map((each) => [each.id, each]))
    const stored = (...all: Sent[]) =>
      all.map((each) => ({ id: each.id, createAt: 0, message: textOf(each) }))
    expect(faultsOf([], both)).to.deep.equal([])
    expect(faultsOf(stored(unknown), both)).to.deep.equal([])
    expect(faultsOf(stored(refused), both)).to.deep.equal(['r1c1n2 was refused and is stored'])
  })

  it('finds a post that nobody sent', () => {
    expect(check(first, second, third, textOf(short), 'r9c9n9:0')).to.deep.equal([
      'a post of nobody: r9c9n9',
    ])
  })
})
