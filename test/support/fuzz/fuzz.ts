import type { JsonValue } from '../../../lib/model/records.js'
import { performance } from 'node:perf_hooks'
import { allFormats } from '../../../lib/formats/all.js'
import { generator } from '../random.js'
import { type Fault, faultsOf } from './checks.js'
import { type Changed, type Kind, Mutations } from './mutations.js'
import { type Outcome, outcomeOf } from './reading.js'
import { smallest } from './shrink.js'
import { asSent, bodyText, requestOf, type Source } from './sources.js'

export interface FuzzOptions {
  readonly count: number
  readonly seed: number
  /** Is told now and then how far it is. */
  readonly tell?: (done: number) => void
}

export interface Violation extends Fault {
  /** The format that read it, or that its URL named. */
  readonly format: string
  readonly source: string
  /** How the tree's body is written. */
  readonly as: Source['kind']
  readonly end: string
  /** The smallest request that shows it. */
  readonly tree: JsonValue
}

export interface Counts {
  accepted: number
  refused: number
  skipped: number
}

export interface FuzzReport {
  readonly payloads: number
  readonly byKind: ReadonlyMap<Kind, number>
  /** Readings: each payload is read as any format, and as that of its sender. */
  readonly byFormat: ReadonlyMap<string, Counts>
  /** The first of each kind. */
  readonly violations: readonly Violation[]
  readonly slowest: Slowest
}

export interface Slowest {
  readonly msPerKilobyte: number
  readonly ms: number
  readonly bytes: number
  readonly what: string
}

const MAX_BYTES = 1_048_576
/** Of the milliseconds that one reading may take, plus so many per KiB. */
const MOST_MS = 100
const MOST_MS_PER_KIB = 1
/** Of payloads, so many are read twice in the same way. */
const TWICE = 8
const TOLD_EVERY = 10_000

/** Reads changed requests and says what should not have been. */
export function fuzz({ count, seed, tell }: FuzzOptions): FuzzReport {
  const random = generator(seed)
  const mutations = new Mutations(random)
  const fuzzer = new Fuzzer(random)
  const { total } = mutations
  // All changes one by one take part of the run; of a short one, a sample.
  const single = Math.min(total, Math.floor(count * 0.4))
  for (let done = 0; done < count; done += 1) {
    const index = single === total ? done : Math.floor(random() * total)
    fuzzer.run(done < single ? mutations.at(index) : mutations.any())
    if (tell && (done + 1) % TOLD_EVERY === 0) tell(done + 1)
  }
  return fuzzer.report()
}

class Fuzzer {
  readonly #random: () => number
  readonly #byKind = new Map<Kind, number>()
  readonly #byFormat = new Map<string, Counts>()
  readonly #violations = new Map<string, Violation>()
  #payloads = 0
  #slowest: Slowest = { msPerKilobyte: 0, ms: 0, bytes: 0, what: '' }

  constructor(random: () => number) {
    this.#random = random
  }

  report(): FuzzReport {
    return {
      payloads: this.#payloads,
      byKind: this.#byKind,
      byFormat: this.#byFormat,
      violations: [...this.#violations.values()],
      slowest: this.#slowest,
    }
  }

  run({ kind, source, tree: changed }: Changed): void {
    const tree = asSent(source, changed)
    const text = bodyText(source, tree)
    if (text.length * 3 > MAX_BYTES && Buffer.byteLength(text) > MAX_BYTES) return
    this.#payloads += 1
    this.#byKind.set(kind, (this.#byKind.get(kind) ?? 0) + 1)
    const bytes = Buffer.from(text)
    const own = source.format === 'native' ? 'slack' : source.format
    const any = this.#read(source, tree, bytes, '')
    this.#check(source, tree, '', any)
    const named = this.#read(source, tree, bytes, own)
    const shown = postsIn(any)
    const isSame = shown !== '' && shown === postsIn(named)
    if (!isSame) this.#check(source, tree, own, named)
    const isOther = formatIn(any) === formatIn(named) && !isSame
    const isRepeated = this.#payloads % TWICE === 0
    const again = isRepeated ? outcomeOf(requestOf(source, tree, bytes), '') : any
    if (isOther || postsIn(again) !== shown) {
      this.#violated(source, tree, '', { kind: 'other posts the second time', detail: '' })
    }
    // Anybody may paste any end of a URL.
    if (this.#random() < 0.25) {
      const end = ENDS[Math.floor(this.#random() * ENDS.length)] ?? ''
      this.#check(source, tree, end, this.#read(source, tree, bytes, end))
    }
  }

  #check(source: Source, tree: JsonValue, end: string, outcome: Outcome): void {
    for (const fault of faultsIn(outcome, tree)) this.#violated(source, tree, end, fault)
  }

  #read(source: Source, tree: JsonValue, bytes: Uint8Array, end: string): Outcome {
    const request = requestOf(source, tree, bytes)
    const start = performance.now()
    const outcome = outcomeOf(request, end)
    this.#timed(source, tree, bytes, end, performance.now() - start)
    const format = outcome.kind === 'accepted' ? outcome.format : end || source.format
    this.#count(format, outcome)
    return outcome
  }

  #timed(source: Source, tree: JsonValue, bytes: Uint8Array, end: string, first: number): void {
    const kilobytes = Math.max(1, bytes.length / 1024)
    if (first / kilobytes <= this.#slowest.msPerKilobyte && first < MOST_MS) return
    // What else the machine does may have slowed it, but costs no time of this process.
    const ms = Math.min(...[1, 2, 3].map(() => duration(source, tree, bytes, end)))
    const what = `${source.name} /${end}`
    if (ms / kilobytes > this.#slowest.msPerKilobyte) {
      this.#slowest = { msPerKilobyte: ms / kilobytes, ms, bytes: bytes.length, what }
    }
    if (ms > MOST_MS + MOST_MS_PER_KIB * kilobytes) {
      this.#violated(source, tree, end, { kind: 'slow', detail: `${ms.toFixed(0)} ms` })
    }
  }

  #count(format: string, { kind }: Outcome): void {
    const counts = this.#byFormat.get(format) ?? { accepted: 0, refused: 0, skipped: 0 }
    if (kind !== 'thrown') counts[kind] += 1
    this.#byFormat.set(format, counts)
  }

  #violated(source: Source, tree: JsonValue, end: string, fault: Fault): void {
    const outcome = outcomeOf(requestOf(source, tree, Buffer.from(bodyText(source, tree))), end)
    const format = outcome.kind === 'accepted' ? outcome.format : end || source.format
    const key = `${fault.kind} ${format}`
    if (this.#violations.has(key)) return
    const isSame = (other: JsonValue): Fault | undefined => {
      const request = requestOf(source, other, Buffer.from(bodyText(source, other)))
      return faultsIn(outcomeOf(request, end), other).find(({ kind }) => kind === fault.kind)
    }
    const small = smallest(tree, (other) => isSame(other) !== undefined)
    const { detail } = isSame(small) ?? fault
    const { name, kind: as } = source
    this.#violations.set(key, { ...fault, detail, format, source: name, as, end, tree: small })
  }
}

/** `''` where nothing was accepted. */
function postsIn(outcome: Outcome): string {
  return outcome.kind === 'accepted' ? JSON.stringify(outcome.posts) : ''
}

/** A name of its own where nothing was accepted. */
function formatIn(outcome: Outcome): string | symbol {
  return outcome.kind === 'accepted' ? outcome.format : Symbol()
}

const ENDS = ['slack', ...allFormats.map(({ name }) => name)]

function duration(source: Source, tree: JsonValue, bytes: Uint8Array, end: string): number {
  const before = process.cpuUsage()
  outcomeOf(requestOf(source, tree, bytes), end)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

function faultsIn(outcome: Outcome, tree: JsonValue): readonly Fault[] {
  if (outcome.kind === 'accepted') return faultsOf(outcome, tree)
  if (outcome.kind !== 'thrown') return []
  const { error } = outcome
  return [{ kind: 'thrown', detail: error instanceof Error ? (error.stack ?? '') : String(error) }]
}
