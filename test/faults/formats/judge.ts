/** What is compared, in the order of what hosts would notice first. */
export const KINDS = ['event', 'status', 'posts', 'incident', 'warnings'] as const
export type Kind = (typeof KINDS)[number]

/** What became of a request. */
export interface Step extends Readonly<Record<Kind, unknown>> {
  /** The recorded request that it is made of. */
  readonly source: string
  /** What is special about it; `''` for nothing. */
  readonly way: string
  /** The request as it was sent. */
  readonly request: string
}

/** Of one kind, of one request. */
export interface Difference extends Pick<Step, 'source' | 'way' | 'request'> {
  readonly kind: Kind
  readonly leaves: readonly Leaf[]
}

interface Leaf {
  readonly path: string
  readonly older: unknown
  readonly newer: unknown
}

/** A difference on purpose. What became of a request is, if each value that differs is. */
export type Intended = (Reworded | Moved | { readonly kind: 'any' }) & {
  readonly reason: string
  /** Only of these requests, by the name of the recorded one, what is special, or the text. Default: of all. */
  readonly requests?: RegExp
}

/** One text stands where the other was, and all around it is the same. */
interface Reworded {
  readonly kind: Kind
  /** The end of the path of such a value. Default: of any. */
  readonly at?: string
  readonly older: string | RegExp
  readonly newer: string | RegExp
}

/** A member that only one of the versions has, or that says something else. */
interface Moved {
  readonly kind: Kind
  readonly at: string
  readonly is: 'new' | 'gone' | 'other'
}

export interface Report {
  readonly lines: readonly string[]
  /** Differences that are not on purpose. */
  readonly count: number
}

const MOST_SHOWN = 10
/** Characters of a value that are shown, and of them those before the first that differs. */
const WIDTH = 100
const BEFORE = 30

/** By kind. The order of members does not matter. */
export function differencesOf(older: Step, newer: Step): readonly Difference[] {
  const { source, way, request } = older
  return KINDS.flatMap((kind): Difference[] => {
    const leaves = leavesOf(older[kind], newer[kind], '')
    return leaves.length === 0 ? [] : [{ kind, source, way, leaves, request }]
  })
}

function leavesOf(older: unknown, newer: unknown, path: string): readonly Leaf[] {
  if (Array.isArray(older) && Array.isArray(newer)) {
    const common = Math.min(older.length, newer.length)
    const inner = Array.from({ length: common }, (_, at) =>
      leavesOf(older[at], newer[at], `${path}[${at}]`),
    ).flat()
    if (older.length === newer.length) return inner
    return [{ path: `${path}.length`, older: older.length, newer: newer.length }, ...inner]
  }
  if (isObject(older) && isObject(newer)) {
    const names = new Set([...Object.keys(older), ...Object.keys(newer)])
    return [...names].flatMap((name) => leavesOf(older[name], newer[name], `${path}.${name}`))
  }
  return older === newer ? [] : [{ path, older, newer }]
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return value instanceof Object && !Array.isArray(value)
}

function sizeOf({ older, newer }: Leaf): number {
  return textOf(older).length + textOf(newer).length
}

function textOf(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value)
}

/** Differences by kind, of each kind those of some sources, of each source the first: those come before changed requests. */
export function reportOf(
  differences: readonly Difference[],
  intended: readonly Intended[],
): Report {
  const others = differences.flatMap((each): readonly Difference[] => {
    const leaves = each.leaves.filter((leaf) => !intended.some((one) => isOf(one, each, leaf)))
    return leaves.length === 0 ? [] : [{ ...each, leaves }]
  })
  const lines = KINDS.flatMap((kind) =>
    linesOf(
      kind,
      others.filter((each) => each.kind === kind),
    ),
  )
  const onPurpose = differences.length - others.length
  const last = `${others.length} differences, and ${onPurpose} on purpose`
  return { lines: [...lines, last], count: others.length }
}

function isOf(intended: Intended, { kind, source, way, request }: Difference, leaf: Leaf): boolean {
  const { requests } = intended
  if (requests && !requests.test(`${source}, ${way}\n${request}`)) return false
  if (intended.kind === 'any') return true
  const { at = '' } = intended
  if (intended.kind !== kind || !leaf.path.endsWith(at)) return false
  const { older, newer } = leaf
  if ('is' in intended) {
    if (intended.is === 'other') return older !== undefined && newer !== undefined
    return (intended.is === 'new' ? older : newer) === undefined
  }
  if (typeof older !== 'string' || typeof newer !== 'string') return false
  return (
    becomes(older, intended.older, intended.newer) === newer ||
    becomes(newer, intended.newer, intended.older) === older
  )
}

function becomes(text: string, from: string | RegExp, to: string | RegExp): string | null {
  return typeof to === 'string' ? text.replace(from, to) : null
}

function linesOf(kind: Kind, differences: readonly Difference[]): readonly string[] {
  if (differences.length === 0) return []
  const bySource = new Map<string, Difference[]>()
  for (const each of differences) {
    bySource.set(each.source, [...(bySource.get(each.source) ?? []), each])
  }
  const shown = [...bySource.values()].slice(0, MOST_SHOWN).flatMap(shownOf)
  return [`${kind}: ${differences.length} of ${bySource.size} requests`, ...shown]
}

function shownOf(differences: readonly Difference[]): readonly string[] {
  const [first] = differences
  if (!first) return []
  const { source, way } = first
  const { path, older, newer } = first.leaves.reduce((a, b) => (sizeOf(b) < sizeOf(a) ? b : a))
  const place = [source, ...(way === '' ? [] : [way])].join(', ')
  const more = differences.length === 1 ? '' : ` (and ${differences.length - 1} more)`
  return [`  ${place}${more}: ${path}`, ...around(textOf(older), textOf(newer))]
}

/** Both texts where they begin to differ. */
function around(older: string, newer: string): readonly string[] {
  let at = 0
  while (at < older.length && older[at] === newer[at]) at += 1
  const start = Math.max(0, at - BEFORE)
  return [older, newer].map((text) => {
    const end = start + WIDTH
    return `    ${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`
  })
}
