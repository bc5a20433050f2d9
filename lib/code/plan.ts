import { DEFAULTS, isSame, type Written } from './written.js'

/** A webhook that a file names. */
export interface Entry {
  /** Its slug, after its team if there are several. */
  readonly label: string
  /** Null: there is none yet. */
  readonly before: Written | null
  readonly after: Written
  /** What is to be said of it besides; `''` for nothing. */
  readonly note: string
}

/** A member with what it was and what it will be. */
type Difference = readonly [name: string, before: unknown, after: unknown]

/** What would become of one webhook. */
export type Step<E extends Entry = Entry, Other extends Labelled = Labelled> =
  | {
      readonly kind: 'create' | 'change' | 'keep'
      readonly entry: E
      readonly differences: readonly Difference[]
    }
  | { readonly kind: 'delete' | 'leave'; readonly other: Other }

interface Labelled {
  readonly label: string
}

/** In the order of the file; then those that it does not name. */
export function planOf<E extends Entry, Other extends Labelled>(
  entries: readonly E[],
  others: readonly Other[],
  prune: boolean,
): readonly Step<E, Other>[] {
  const named = entries.map((entry): Step<E, Other> => {
    const differences = differencesOf(entry)
    const kind = entry.before === null ? 'create' : differences.length > 0 ? 'change' : 'keep'
    return { kind, entry, differences }
  })
  const kind = prune ? 'delete' : 'leave'
  return [...named, ...others.map((other): Step<E, Other> => ({ kind, other }))]
}

function differencesOf({ before, after }: Entry): readonly Difference[] {
  const was: Written = before ?? {}
  const names = [...new Set([...Object.keys(after), ...Object.keys(was)])]
  return names
    .map((name): Difference => [name, was[name] ?? DEFAULTS[name], after[name] ?? DEFAULTS[name]])
    .filter(([, from, to]) => !isSame(from, to))
}

export function changes({ kind }: Step): boolean {
  return kind === 'create' || kind === 'change' || kind === 'delete'
}

/** Lines about one webhook; none if it stays as the file says. */
export function linesOf(step: Step): readonly string[] {
  if ('other' in step) {
    const { label } = step.other
    return step.kind === 'delete'
      ? [`- ${label}  is not in the file and goes, because of --prune`]
      : [`  ${label}  is not in the file and is left alone (--prune would delete it)`]
  }
  const { kind, entry, differences } = step
  const { label, note } = entry
  const noted = note === '' ? [] : [`! ${label}  ${note}`]
  if (kind === 'create') {
    const members = differences.filter(([name]) => name !== 'slug')
    const texts = members.map(([name, , value]) => `${name}: ${textOf(value)}`)
    return [`+ ${label}  ${texts.join(', ')}`, ...noted]
  }
  const changed = differences.map(
    ([name, from, to]) => `~ ${label}  ${name}: ${textOf(from)} → ${textOf(to)}`,
  )
  return [...changed, ...noted]
}

/** In the form of the plan, or, with `isDone`, of what was done. */
export function summaryOf(steps: readonly Step[], isDone: boolean): string {
  if (!steps.some(changes)) return isDone ? 'Nothing was changed.' : 'Nothing would change.'
  const count = (kind: Step['kind']) => steps.filter((step) => step.kind === kind).length
  const counts = [
    `${count('create')} created`,
    `${count('change')} changed`,
    `${count('delete')} deleted`,
  ]
  return `${isDone ? '' : 'Would be: '}${counts.join(', ')}.`
}

const MOST_SHOWN = 300

function textOf(value: unknown) {
  const text = JSON.stringify(value ?? null)
  return text.length <= MOST_SHOWN ? text : `${text.slice(0, MOST_SHOWN)}…`
}
