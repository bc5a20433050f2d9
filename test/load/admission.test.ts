import { expect } from 'chai'
import { Admission } from '../../lib/load/admission.js'
import { WaitingRoom } from '../../lib/load/waiting-room.js'
import { WebhookError } from '../../lib/model/errors.js'

/** So many are stored at once. */
const PLACES = 200

/** A store whose batches end when told, behind an admission at a clock that stands still unless told. */
class Store {
  readonly admission: Admission
  readonly begun: number[] = []
  readonly #room: WaitingRoom
  readonly #ends: (() => void)[] = []
  #now = 0
  #count = 0

  constructor(maxBytes?: number) {
    const now = (): number => this.#now
    this.#room = new WaitingRoom(now, maxBytes)
    this.admission = new Admission(this.#room, now)
  }

  /** `stored`, or the error, of one batch. */
  store(bytes = 100): Promise<unknown> {
    const n = this.#count++
    const work = (): Promise<void> => {
      this.begun.push(n)
      return new Promise((resolve) => this.#ends.push(resolve))
    }
    return this.admission
      .store(work, () => bytes)
      .then(
        () => 'stored',
        (error: unknown) => error,
      )
  }

  many(count: number): Promise<unknown>[] {
    return Array.from({ length: count }, () => this.store())
  }

  /** Ends the oldest of those that have begun, and lets what waits for it happen. */
  async end(count = 1): Promise<void> {
    for (const end of this.#ends.splice(0, count)) end()
    await settled()
  }

  async endNewest(): Promise<void> {
    this.#ends.pop()?.()
    await settled()
  }

  async endAll(): Promise<void> {
    while (this.#ends.length > 0) await this.end(this.#ends.length)
  }

  /** Lets so many milliseconds pass, and what waits for them happen. */
  async pass(ms: number): Promise<void> {
    this.#now += ms
    this.#room.beat()
    await settled()
  }
}

/** After all promises that can be settled. */
async function settled(): Promise<void> {
  for (let n = 0; n < 10; n += 1) await Promise.resolve()
}

const isLate = (refused: unknown): void => {
  expect(refused).to.be.an.instanceOf(WebhookError)
  expect(refused).to.include({ status: 503, retryAfterSeconds: 1 })
}

describe('admission to the store', () => {
  it('stores 500 that come at once: those for which there is no place wait', async () => {
    const store = new Store()
    const batches = store.many(500)
    await settled()
    expect(store.begun).to.have.length(PLACES)
    expect(store.admission.refusal()).to.equal(null)
    await store.endAll()
    expect(new Set(await Promise.all(batches))).to.deep.equal(new Set(['stored']))
  })

  it('goes on with those that wait in the order in which they came', async () => {
    const store = new Store()
    void store.many(PLACES + 3)
    await store.end(2)
    void store.many(1)
    await store.end(2)
    expect(store.begun.slice(PLACES)).to.deep.equal([200, 201, 202, 203])
  })

  it('rejects new requests while the oldest came more than two seconds ago', async () => {
    const store = new Store()
    void store.many(PLACES + 10)
    // The store is slow, not silent: a batch ends now and then.
    for (let n = 0; n < 10; n += 1) {
      await store.pass(200)
      await store.end()
    }
    expect(store.admission.refusal()).to.equal(null)
    await store.pass(1)
    isLate(store.admission.refusal())
    await store.end(PLACES)
    expect(store.admission.refusal()).to.equal(null)
  })

  it('rejects new requests while more wait than can be stored in two seconds', async () => {
    const store = new Store()
    void store.many(2 * PLACES)
    expect(store.admission.refusal()).to.equal(null)
    await store.pass(900)
    void store.many(300)
    await store.end(150)
    expect(store.admission.refusal()).to.equal(null)
    await store.pass(100)
    isLate(store.admission.refusal())
    await store.endAll()
    expect(store.admission.refusal()).to.equal(null)
  })

  it('does not take a slow store for an overloaded one while there are places', async () => {
    const store = new Store()
    void store.many(PLACES - 1)
    await store.pass(10_000)
    expect(store.admission.refusal()).to.equal(null)
  })

  it('rejects after four seconds what waits for a store that does not answer', async () => {
    const store = new Store()
    void store.many(PLACES)
    const waiting = store.many(100)
    for (let quarter = 0; quarter < 16; quarter += 1) await store.pass(250)
    // One was tried in each quarter of a second.
    expect(store.begun).to.have.length(PLACES + 16)
    for (const refused of await Promise.all(waiting.slice(16))) isLate(refused)
  })

  it('rejects at once what there is no memory for', async () => {
    const store = new Store(1_000)
    void store.many(PLACES)
    const waiting = Array.from({ length: 10 }, () => store.store(100))
    isLate(store.admission.refusal())
    isLate(await store.store(1))
    await store.endAll()
    expect(new Set(await Promise.all(waiting))).to.deep.equal(new Set(['stored']))
  })

  it('tries one more after a quarter of a second in which nothing has begun', async () => {
    const store = new Store()
    void store.many(PLACES)
    await store.pass(2_001)
    expect(store.admission.refusal()).to.equal(null)
    void store.many(2)
    await settled()
    expect(store.begun).to.have.length(PLACES + 1)
    isLate(store.admission.refusal())
    await store.pass(250)
    expect(store.begun).to.have.length(PLACES + 2)
  })

  it('does not count for ever what hangs: once the store answers again, all go on', async () => {
    const store = new Store()
    const hung = store.many(PLACES)
    const waiting = store.many(50)
    await store.pass(1_001)
    // One that was tried meanwhile answers, while the earlier ones still hang.
    await store.endNewest()
    expect(store.begun).to.have.length(PLACES + 50)
    await store.endAll()
    expect(new Set(await Promise.all([...hung, ...waiting]))).to.deep.equal(new Set(['stored']))
  })

  it('counts what is merely slow', async () => {
    const store = new Store()
    void store.many(PLACES)
    const waiting = store.many(50)
    await store.pass(999)
    const begun = store.begun.length
    await store.endNewest()
    expect(store.begun).to.have.length(begun)
    await store.endAll()
    await Promise.all(waiting)
  })

  it('bounds the requests under way, whatever they wait for', async () => {
    const { admission } = new Store()
    const ends: (() => void)[] = []
    const enter = (): Promise<void> =>
      admission.admit(() => new Promise<void>((resolve) => ends.push(resolve)))
    const all = Array.from({ length: 2_000 }, enter)
    isLate(await enter().catch((error: unknown) => error))
    isLate(admission.refusal())
    // Those that are in already may still store.
    await admission.store(
      () => undefined,
      () => 0,
    )
    for (const end of ends) end()
    await Promise.all(all)
    expect(admission.refusal()).to.equal(null)
  })

  it('frees the place of what has failed', async () => {
    const { admission } = new Store()
    for (let n = 0; n < 2 * PLACES; n += 1) {
      const failing = admission.store(
        () => Promise.reject(new Error('no')),
        () => 0,
      )
      expect(await failing.catch((error: unknown) => error)).to.have.property('message', 'no')
    }
    expect(admission.refusal()).to.equal(null)
  })
})
