import { expect } from 'chai'
import { Admission } from '../../lib/load/admission.js'
import { WebhookError } from '../../lib/model/errors.js'

const MIB = 1_048_576
/** At first. */
const USUAL = 400

/** After so many full rounds: those past half of the limit add their share of it, half of one. */
function grownBy(rounds: number): readonly [least: number, most: number] {
  return [USUAL + rounds / 2, USUAL + rounds / 2 + 1]
}

/** An admission at a clock that stands still unless told. */
function admissionAt(clock: { now: number }): Admission {
  return new Admission(() => clock.now)
}

/** Starts so many that take until told, as far as they are let in. */
function start(admission: Admission, count: number): { let: number; finish: () => Promise<void> } {
  const ends: (() => void)[] = []
  const runs: Promise<unknown>[] = []
  for (let n = 0; n < count && admission.refusal() === null; n += 1) {
    const ended = new Promise<void>((resolve) => ends.push(resolve))
    runs.push(admission.store(() => ended.then(() => ({ stored: true }))))
  }
  return {
    let: runs.length,
    finish: async () => {
      for (const end of ends) end()
      await Promise.all(runs)
    },
  }
}

/** How many are let in at once; they take so long. */
async function letIn(admission: Admission, clock: { now: number }, ms: number): Promise<number> {
  const started = start(admission, 5_000)
  clock.now += ms
  await started.finish()
  return started.let
}

describe('admission to the store', () => {
  it('lets in a number and refuses the rest with a time to come again', async () => {
    const admission = new Admission()
    const started = start(admission, 5_000)
    expect(started.let).to.equal(400)
    expect(admission.refusal()).to.be.an.instanceOf(WebhookError)
    expect(admission.refusal()).to.include({ status: 503, retryAfterSeconds: 1 })
    await started.finish()
    expect(admission.refusal()).to.equal(null)
  })

  it('refuses those whose body came when it was full already', async () => {
    const admission = new Admission()
    const started = start(admission, 5_000)
    let ran = false
    const late = admission.store(async () => {
      ran = true
      return { stored: true }
    })
    expect(await late.catch((error: unknown) => error)).to.be.an.instanceOf(WebhookError)
    expect(ran).to.equal(false)
    await started.finish()
  })

  it('lets in more while the store is quick, a thousand at most', async () => {
    const clock = { now: 0 }
    const admission = admissionAt(clock)
    for (let round = 0; round < 20; round += 1) await letIn(admission, clock, 5)
    expect(await letIn(admission, clock, 5)).to.be.within(...grownBy(20))
    for (let round = 0; round < 3_000; round += 1) await letIn(admission, clock, 5)
    expect(await letIn(admission, clock, 5)).to.equal(1_000)
  })

  it('lets in as many as ever where the store always takes long', async () => {
    const clock = { now: 0 }
    const admission = admissionAt(clock)
    for (let round = 0; round < 50; round += 1) await letIn(admission, clock, 400)
    expect(await letIn(admission, clock, 400)).to.be.within(...grownBy(50))
  })

  it('learns nothing from what is not stored: repeated requests, refused ones', async () => {
    const clock = { now: 0 }
    const admission = admissionAt(clock)
    await letIn(admission, clock, 400)
    // At once: what learnt from it would take the store for slow from now on.
    await admission.store(() => ({ stored: false }))
    await admission.store(() => Promise.reject(new Error('no'))).catch(() => undefined)
    for (let round = 1; round < 20; round += 1) await letIn(admission, clock, 400)
    expect(await letIn(admission, clock, 400)).to.be.within(...grownBy(20))
  })

  it('gets used to a store that has become slow, after minutes', async () => {
    const clock = { now: 0 }
    const admission = admissionAt(clock)
    await letIn(admission, clock, 5)
    for (let round = 0; round < 20; round += 1) await letIn(admission, clock, 200)
    expect(await letIn(admission, clock, 200)).to.equal(32)
    clock.now += 200_000
    for (let round = 0; round < 20; round += 1) await letIn(admission, clock, 200)
    expect(await letIn(admission, clock, 200)).to.be.within(...grownBy(20))
  })

  it('lets in fewer when the store takes longer than it did, a few always', async () => {
    const clock = { now: 0 }
    const admission = admissionAt(clock)
    await letIn(admission, clock, 5)
    const first = await letIn(admission, clock, 500)
    expect(await letIn(admission, clock, 500)).to.equal(Math.ceil(0.8 * first))
    for (let round = 0; round < 50; round += 1) await letIn(admission, clock, 500)
    expect(await letIn(admission, clock, 500)).to.equal(32)
  })

  it('lets in as many as at first once there has been no trouble for some seconds', async () => {
    const clock = { now: 0 }
    const admission = admissionAt(clock)
    await letIn(admission, clock, 5)
    for (let round = 0; round < 50; round += 1) await letIn(admission, clock, 200)
    expect(await letIn(admission, clock, 200)).to.equal(32)
    clock.now += 3_000
    expect(await letIn(admission, clock, 200)).to.be.within(64, 128)
    clock.now += 20_000
    expect(await letIn(admission, clock, 5)).to.equal(400)
  })

  it('tries one more after a quarter of a second in which nothing was stored', async () => {
    const clock = { now: 0 }
    const admission = admissionAt(clock)
    expect(start(admission, 5_000).let).to.equal(400)
    clock.now += 249
    expect(admission.refusal()).to.be.an.instanceOf(WebhookError)
    clock.now += 1
    expect(start(admission, 5_000).let).to.equal(1)
    expect(admission.refusal()).to.be.an.instanceOf(WebhookError)
  })

  it('does not count for ever what hangs: once the store answers again, all are let in', async () => {
    const clock = { now: 0 }
    const admission = admissionAt(clock)
    const hung = start(admission, 5_000)
    clock.now += 1_001
    await admission.store(() => ({ stored: true }))
    expect(start(admission, 5_000).let).to.be.within(hung.let, hung.let + 1)
    await hung.finish()
    expect(start(admission, 5_000).let).to.equal(0)
  })

  it('waits for a store that is merely slow', async () => {
    const clock = { now: 0 }
    const admission = admissionAt(clock)
    start(admission, 5_000)
    clock.now += 999
    await admission.store(() => ({ stored: true }))
    expect(start(admission, 5_000).let).to.be.below(2)
  })

  it('bounds the requests under way, whatever they wait for', async () => {
    const admission = new Admission()
    const ends: (() => void)[] = []
    const enter = (): Promise<void> =>
      admission.admit(() => new Promise<void>((resolve) => ends.push(resolve)))
    const all = Array.from({ length: 2_000 }, enter)
    expect(await enter().catch((error: unknown) => error)).to.include({ status: 503 })
    expect(admission.refusal()).to.include({ status: 503 })
    // Those that are in already may still store.
    await admission.store(() => ({ stored: true }))
    for (const end of ends) end()
    await Promise.all(all)
    expect(admission.refusal()).to.equal(null)
  })

  it('frees the place of what has failed', async () => {
    const admission = new Admission()
    for (let n = 0; n < 2_000; n += 1) {
      await admission.store(() => Promise.reject(new Error('no'))).catch(() => undefined)
    }
    expect(admission.refusal()).to.equal(null)
  })
})

describe('admission of bodies', () => {
  const fill = (admission: Admission, count: number, bytes = 100) =>
    Array.from({ length: count }, () => admission.read(bytes))

  it('is for 200 at once', () => {
    const admission = admissionAt({ now: 0 })
    const places = fill(admission, 200)
    expect(admission.isCrowded(1)).to.equal(true)
    expect(() => admission.read(1)).to.throw(WebhookError)
    places[7]?.end()
    places[7]?.end()
    admission.read(1)
    expect(() => admission.read(1)).to.throw(WebhookError)
  })

  it('is for 32 MiB at once', () => {
    const admission = admissionAt({ now: 0 })
    const places = fill(admission, 32, MIB)
    expect(() => admission.read(1)).to.throw(WebhookError)
    places[0]?.end()
    admission.read(MIB)
    expect(() => admission.read(1)).to.throw(WebhookError)
  })

  it('never refuses a single body, however large a host allows it to be', () => {
    admissionAt({ now: 0 }).read(100 * MIB)
  })

  it('takes the place of the slowest, not of the oldest', () => {
    const clock = { now: 0 }
    const admission = admissionAt(clock)
    const gaveWay: number[] = []
    for (const [n, place] of fill(admission, 200).entries()) {
      place.received = n === 150 ? 1 : 1_000
      place.giveWay = () => {
        gaveWay.push(n)
      }
    }
    clock.now = 3_000
    admission.read(1)
    expect(gaveWay).to.deep.equal([150])
  })

  it('takes the place of the one that has been coming longest, if that is a while', () => {
    const clock = { now: 0 }
    const admission = admissionAt(clock)
    const gaveWay: number[] = []
    for (const [n, place] of fill(admission, 200).entries()) {
      place.giveWay = () => {
        gaveWay.push(n)
      }
    }
    clock.now = 999
    expect(() => admission.read(1)).to.throw(WebhookError)
    clock.now = 1_000
    admission.read(1)
    admission.read(1)
    expect(gaveWay).to.deep.equal([0, 1])
  })
})
