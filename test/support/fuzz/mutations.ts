import type { JsonValue } from '../../../lib/model/records.js'
import { isJsonList, isJsonObject } from '../../../lib/model/json.js'
import { HOSTILE_COUNT, hostileText, longTexts, NAMES, VALUES } from './hostile.js'
import { knownSources, otherSources, type Source } from './sources.js'
import { nameOf, type Site, sitesOf, valueAt, withAt, withMember, withStrings } from './trees.js'

export const KINDS = [
  'member left out',
  'string replaced',
  'type replaced',
  'all strings replaced',
  'odd names',
  'merged',
  'several',
  'huge',
] as const
export type Kind = (typeof KINDS)[number]

/** A changed request. */
export interface Changed {
  readonly kind: Kind
  readonly source: Source
  readonly tree: JsonValue
}

interface Place extends Site {
  readonly source: Source
}

/** A kind of change, at each of its places in so many ways. */
interface Part {
  readonly places: readonly Place[]
  readonly count: number
  readonly change: Change
}

/** One in so many payloads is huge, because these are slow. */
const HUGE_EVERY = 2_000
/** Requests of one format whose every string becomes every hostile text in turn. */
const MOST_SOURCES = 12
const HUGE_ELEMENTS = 200_000
const HUGE_LENGTH = 300_000
const DEEP = 30

/** Recorded requests, and all ways to change them. */
export class Mutations {
  readonly #known: readonly Source[]
  readonly #byFormat: readonly (readonly Source[])[]
  readonly #all: readonly Source[]
  readonly #places = new Map<Source, readonly Place[]>()
  readonly #parts: readonly Part[]
  readonly #random: () => number

  constructor(random: () => number) {
    this.#random = random
    this.#known = knownSources()
    const formats = new Set(this.#known.map(({ format }) => format))
    this.#byFormat = [...formats].map((name) => this.#known.filter(({ format }) => format === name))
    this.#all = [...this.#known, ...otherSources()]
    const places = this.#known.flatMap((source) => this.#placesOf(source))
    const few = this.#byFormat.flatMap((sources) => smallOnes(sources))
    const strings = few
      .flatMap((source) => this.#placesOf(source))
      .filter(({ value }) => typeof value === 'string')
    const roots = this.#known.flatMap((source) => this.#placesOf(source).slice(0, 1))
    this.#parts = [
      { places, count: 1, change: leftOut },
      { places, count: VALUES.length, change: retyped },
      { places, count: NAMES.length, change: oddlyNamed },
      { places: strings, count: HOSTILE_COUNT, change: replaced },
      { places: roots, count: HOSTILE_COUNT, change: allReplaced },
    ]
  }

  /** How many changes there are of one kind each, of requests that are read here. */
  get total(): number {
    return this.#parts.reduce((sum, { places, count }) => sum + places.length * count, 0)
  }

  /** One of them. */
  at(index: number): Changed {
    let left = index
    for (const part of this.#parts) {
      if (left < part.places.length * part.count) {
        const place = part.places[Math.floor(left / part.count)]
        if (place) return { ...part.change(place, left % part.count), source: place.source }
      }
      left -= part.places.length * part.count
    }
    throw new RangeError(`there is no change ${index}`)
  }

  /** All requests that are changed. */
  get sources(): readonly Source[] {
    return this.#all
  }

  /** Any change of any request, perhaps several at once. */
  any(): Changed {
    return this.#below(HUGE_EVERY) === 0 ? this.#huge() : this.changeOf(this.#source())
  }

  /** Any change of this request, perhaps several at once. */
  changeOf(source: Source): Changed {
    switch (this.#below(8)) {
      case 0:
        return this.#merged(source)
      case 1:
      case 2:
        return this.#one(source)
      case 3:
        return { ...allReplaced(this.#place(source), this.#below(HOSTILE_COUNT)), source }
      case 4:
        return this.#mixed(source)
      default:
        return this.#several(source)
    }
  }

  #source(): Source {
    if (this.#below(20) === 0) return this.#of(this.#all)
    // Formats alike, though of some there are many requests.
    return this.#of(this.#of(this.#byFormat))
  }

  #one(source: Source): Changed {
    const place = this.#place(source)
    const changes = [leftOut, retyped, oddlyNamed, replaced, replaced] as const
    return { ...this.#of(changes)(place, this.#below(1_000)), source }
  }

  #several(source: Source): Changed {
    let tree = source.tree
    for (let n = 2 + this.#below(5); n > 0; n -= 1) {
      const sites = sitesOf(tree)
      const site = { source: { ...source, tree }, ...this.#of(sites) }
      tree = this.#further(site).tree
    }
    return { kind: 'several', source, tree }
  }

  #further(place: Place): Omit<Changed, 'source'> {
    const isText = typeof place.value === 'string' && this.#below(3) > 0
    const change = isText ? replaced : this.#of([leftOut, retyped, oddlyNamed, swapped])
    return change(place, this.#below(1_000))
  }

  /** Each string is another hostile text, or stays as it is. */
  #mixed(source: Source): Changed {
    const tree = withStrings(source.tree, (name, text) => {
      const other = hostileText(this.#below(HOSTILE_COUNT), name)
      const way = this.#below(4)
      return (
        [text, other, `${text} ${other}`, `${other}\n${hostileText(this.#below(99), name)}`][way] ??
        ''
      )
    })
    return { kind: 'all strings replaced', source, tree }
  }

  #merged(source: Source): Changed {
    const other = this.#source()
    const isFlat = this.#below(2) === 0
    const tree = merge(source.tree, other.tree, isFlat ? 2 : 9, () => this.#random() < 0.5)
    return { kind: 'merged', source, tree }
  }

  #huge(): Changed {
    const source = this.#of(this.#known)
    const places = this.#placesOf(source)
    const place = this.#of(places)
    const lists = places.filter(({ value }) => isJsonList(value))
    const list = lists.length > 0 ? this.#of(lists) : place
    const tree = source.tree
    const change = (at: Place, value: JsonValue): Changed => ({
      kind: 'huge',
      source,
      tree: withAt(tree, at.path, value),
    })
    const few = this.#byFormat.flatMap((sources) => smallOnes(sources))
    const strings = few
      .flatMap((source) => this.#placesOf(source))
      .filter(({ value }) => typeof value === 'string')
    switch (this.#below(4)) {
      case 0:
        return change(list, repeated(firstOf(list.value), HUGE_ELEMENTS))
      case 1:
        return change(list, repeated(this.#of(VALUES), HUGE_ELEMENTS))
      case 2:
        return change(place, nested(place.value, this.#below(2) === 0 ? DEEP : 1_000))
      default: {
        const text = this.#of(longTexts(HUGE_LENGTH))
        return change(strings.length > 0 ? this.#of(strings) : place, text)
      }
    }
  }

  #placesOf(source: Source): readonly Place[] {
    const known = this.#places.get(source)
    if (known) return known
    // Not the whole of it: what is left would be no request.
    const sites = sitesOf(source.tree).slice(1)
    const places = sites.map((site): Place => ({ ...site, source }))
    this.#places.set(source, places)
    return places
  }

  #place(source: Source): Place {
    return this.#of(this.#placesOf(source))
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count)
  }

  #of<Element>(list: readonly Element[]): Element {
    const found = list[this.#below(list.length)]
    if (found === undefined) throw new RangeError('nothing to choose from')
    return found
  }
}

type Change = (place: Place, index: number) => Omit<Changed, 'source'>

/** Of some formats there are many requests, which differ little. */
function smallOnes(sources: readonly Source[]): readonly Source[] {
  const length = ({ tree }: Source): number => JSON.stringify(tree).length
  return sources.toSorted((a, b) => length(a) - length(b)).slice(0, MOST_SOURCES)
}

const leftOut: Change = ({ source, path }) => ({
  kind: 'member left out',
  tree: withAt(source.tree, path, undefined),
})

const retyped: Change = ({ source, path }, index) => ({
  kind: 'type replaced',
  tree: withAt(source.tree, path, VALUES[index % VALUES.length] ?? null),
})

/** A string becomes such a name; an object has a member of such a name besides. */
const oddlyNamed: Change = ({ source, path, value }, index) => {
  const name = NAMES[index % NAMES.length] ?? ''
  const tree = isJsonObject(value)
    ? withMember(source.tree, path, name, { text: 'x', toString: null })
    : withAt(source.tree, path, name)
  return { kind: 'odd names', tree }
}

const replaced: Change = ({ source, path }, index) => ({
  kind: 'string replaced',
  tree: withAt(source.tree, path, hostileText(index, nameOf(path))),
})

const allReplaced: Change = ({ source }, index) => ({
  kind: 'all strings replaced',
  tree: withStrings(source.tree, (name) => hostileText(index, name)),
})

/** The value of another place, but for texts that tell where they were. */
const swapped: Change = ({ source, path }, index) => {
  const sites = sitesOf(source.tree)
  const other = sites[1 + (index % Math.max(1, sites.length - 1))]
  const value = other?.value ?? null
  const isTold = typeof value === 'string' && value.includes('evil.test')
  return { kind: 'several', tree: withAt(source.tree, path, isTold ? 'x' : value) }
}

function merge(a: JsonValue, b: JsonValue, depth: number, isFirst: () => boolean): JsonValue {
  if (depth === 0 || !isJsonObject(a) || !isJsonObject(b)) return isFirst() ? a : b
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return Object.fromEntries(
    [...names].map((name): [string, JsonValue] => {
      const [mine, theirs] = [valueAt(a, [name]), valueAt(b, [name])]
      if (mine === undefined || theirs === undefined) return [name, mine ?? theirs ?? null]
      return [name, merge(mine, theirs, depth - 1, isFirst)]
    }),
  )
}

function firstOf(value: JsonValue): JsonValue {
  return (isJsonList(value) ? value[0] : value) ?? null
}

/** As many elements as there is room for in a body. */
function repeated(value: JsonValue, most: number): JsonValue {
  const room = Math.floor(900_000 / (JSON.stringify(value).length + 1))
  return Array.from({ length: Math.min(most, room) }, () => value)
}

function nested(value: JsonValue, depth: number): JsonValue {
  let tree = value
  for (let n = 0; n < depth; n += 1) {
    tree = isJsonList(value) ? [tree] : { ...(isJsonObject(value) ? value : {}), items: [tree] }
  }
  return tree
}
