import { expect } from 'chai'
import { createMemoryAdapters } from '../../lib/adapters/memory/index.js'
import { Expectations } from '../../lib/manage/expectations.js'
import { NOTHING } from '../../lib/pipeline/once.js'
import type { Deliver } from '../../lib/pipeline/deliver.js'
import { checkedDelivery } from '../support/checked-delivery.js'
import { fill, NOW, webhookOf } from '../support/hook-host.js'

const SECOND = 1_000
const LOOK = 5 * SECOND
const EVERY = 60
const SILENT = EVERY * 1_250
/** All histories take minutes. */
const HISTORIES = Number(process.env['SILENCE_HISTORIES'] ?? 150)

/** Numbers that look random, the same in each run. */
function randomOf(seed: number): (most: number) => number {
  let state = seed * 2_654_435_761
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
}

interface Node {
  expectations: Expectations
  isAlive: boolean
  /** How many writes it lives for. */
  left: number
  /** When something was heard here. */
  heard: number[]
  awakeSince: number
  signals: number
}

/** Two nodes over one store, whose clock both of them have. */
class World {
  readonly now: () => number
  #now = NOW
  readonly #random: (most: number) => number
  readonly #memory = createMemoryAdapters({ clock: () => this.#now })
  readonly #webhook = webhookOf({ expectEvery: EVERY, expectedSince: NOW })
  readonly nodes: readonly [Node, Node]
  /** What was stored, by its idempotency key. */
  readonly #stored = new Set<string>()
  readonly said: string[] = []
  isOpen = false
  /** Whether a silence was told that was told, or ended that was not. */
  #isWrong = false

  constructor(seed: number) {
    this.now = () => this.#now
    this.#random = randomOf(seed)
    fill(this.#memory)
    this.#memory.host.webhooks.set(this.#webhook.id, this.#webhook)
    this.nodes = [this.#started(), this.#started()]
  }

  #started(): Node {
    const node: Node = Object.assign(Object.create(null) as object, {
      isAlive: true,
      left: Infinity,
      heard: [],
      awakeSince: this.#now,
      signals: 0,
      expectations: this.#expectationsOf(() => node),
    })
    return node
  }

  #expectationsOf(node: () => Node): Expectations {
    const mortal =
      <Args extends readonly unknown[], Result>(call: (...args: Args) => Result) =>
      (...args: Args): Result => {
        const { isAlive, left } = node()
        if (!isAlive) throw new Error('dead')
        node().left -= 1
        if (left > 0) return call(...args)
        node().isAlive = false
        if (this.#random(2) === 0) call(...args)
        throw new Error('died')
      }
    const { webhooks } = this.#memory
    const { noteResult, listExpecting } = webhooks
    if (!noteResult || !listExpecting) throw new Error('the memory store can do it')
    const adapters = checkedDelivery({
      ...this.#memory,
      webhooks: {
        ...webhooks,
        noteResult: mortal(noteResult),
        listExpecting: (...args) => {
          if (!node().isAlive) throw new Error('dead')
          return listExpecting(...args)
        },
      },
    })
    const store = mortal((key: string) => this.#store(key))
    const deliver: Deliver = async ({ key }) => {
      // As long as other nodes need to come between.
      await Promise.resolve()
      return { ...NOTHING, repeated: !store(key?.key ?? '') }
    }
    return new Expectations({
      adapters,
      deliver,
      clock: this.now,
      log: () => undefined,
      onSignal: () => {
        node().signals += 1
      },
    })
  }

  /** False if it is stored already. */
  #store(key: string): boolean {
    if (this.#stored.has(key)) return false
    this.#stored.add(key)
    this.said.push(key)
    const isOver = key.endsWith(' over')
    // What is thrown here, a node takes for a failure of its store.
    if (this.isOpen !== isOver) this.#isWrong = true
    this.isOpen = !isOver
    return true
  }

  /** When something was heard last, as far as anybody can know: what a dead node heard may be lost. */
  get lastHeard(): number {
    const { lastResult } = this.#memory.host.webhooks.get(this.#webhook.id) ?? {}
    const heard = this.nodes.flatMap((node) => (node.isAlive ? node.heard : []))
    return Math.max(NOW, lastResult?.heardAt ?? 0, ...heard)
  }

  async beat(): Promise<void> {
    const node = this.nodes[this.#random(2)]
    if (!node?.isAlive) return
    node.heard = [this.#now]
    // As a cache has it, which is not told of results.
    node.expectations.heard(this.#webhook, this.#now)
    await settle()
  }

  /** Both nodes look every 5 s. */
  async pass(looks: number): Promise<void> {
    for (let n = 0; n < looks; n += 1) {
      this.#now += LOOK
      const before = this.said.length
      const { lastHeard, isOpen } = this
      await Promise.all(this.nodes.map(({ expectations }) => expectations.look()))
      const isTold = this.isOpen && !isOpen && this.said.length > before
      if (isTold) {
        const silent = this.#now - lastHeard
        // What was written may be earlier by less than the quarter.
        expect(silent, 'silence that was told').to.be.at.least(EVERY * SECOND)
      }
      expect(this.#isWrong, 'told twice, or ended twice').to.equal(false)
      this.#checkTold()
    }
  }

  #checkTold(): void {
    const isAwake = this.nodes.some(
      ({ isAlive, awakeSince }) => isAlive && this.#now - awakeSince > 60 * SECOND + 2 * LOOK,
    )
    const silent = this.#now - this.lastHeard
    if (isAwake && silent > SILENT + 2 * LOOK) expect(this.isOpen, 'told in time').to.equal(true)
  }

  sleep(): void {
    this.#now += 90 * SECOND + this.#random(3_600) * SECOND
    for (const node of this.nodes) node.awakeSince = this.#now + LOOK
  }

  /** Within its next calls. */
  kill(): void {
    const which = this.#random(4)
    for (const [index, node] of this.nodes.entries()) {
      if (index !== which) node.left = this.#random(4)
    }
  }

  revive(): void {
    for (const node of this.nodes) {
      if (!node.isAlive) Object.assign(node, this.#started(), { heard: [] })
      node.left = Infinity
    }
  }

  async step(): Promise<void> {
    const which = this.#random(20)
    if (which < 9) return this.beat()
    if (which < 12) return this.pass(1 + this.#random(3))
    if (which < 15) return this.pass(10 + this.#random(25))
    if (which < 17) this.kill()
    else if (which < 19) this.revive()
    else this.sleep()
  }
}

function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

describe('two nodes that expect something', () => {
  it('tell each silence once, in time, and its end, and invent none, whenever they die', async function () {
    this.timeout(600_000)
    let told = 0
    for (let seed = 1; seed <= HISTORIES; seed += 1) {
      const world = new World(seed)
      try {
        for (let n = 0; n < 30; n += 1) await world.step()
        world.revive()
        await world.pass(40)
        expect(world.isOpen, 'the last silence is told').to.equal(true)
        await world.beat()
        await world.pass(1)
        expect(world.isOpen, 'its end is told').to.equal(false)
      } catch (error) {
        throw new Error(`history ${seed}: ${world.said.join(', ')}`, { cause: error })
      }
      told += world.said.length
    }
    expect(told).to.be.above(HISTORIES * 3)
  })
})
