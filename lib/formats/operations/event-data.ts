import {
  type Color,
  Elements,
  isObject,
  levelColor,
  MOST_ELEMENTS,
  MOST_ROWS,
  type Row,
  textOf,
} from '../kit.js'

/** Objects below the data that are looked at, of each list the first element. */
const DEEPEST = 3

/** Members that say what happened in a sentence, those that say most first. */
const SENTENCES = ['message', 'summary', 'description', 'title']
const SENTENCES_BELOW = ['message', 'details', 'reason']
/** Members that say what an object is called. */
const NAMES = ['name', 'title']

interface Member {
  /** The object that it is a member of. */
  readonly holder: string
  readonly name: string
  readonly text: string
  readonly depth: number
}

/** What the data of an event says. */
export interface EventData {
  readonly sentence: string
  /** As many as are shown. */
  readonly rows: readonly Row[]
  /** Members that are neither the sentence nor in a row. */
  readonly unshown: number
  /** The colour of the worst severity of medium or more; undefined if there is none. */
  readonly severity: Color | undefined
}

/** `known`: what is said of the event besides, below what the objects of its data say. */
export function readData(data: unknown, known: readonly Row[]): EventData {
  const { members, others } = membersOf(data)
  const top = members.filter(({ depth }) => depth === 0)
  const below = members
    .filter(({ depth, name }) => depth > 0 && [...SENTENCES_BELOW, ...NAMES].includes(bare(name)))
    .sort((one, other) => one.depth - other.depth)
  const said =
    SENTENCES.map((wanted) => top.find(({ name }) => name === wanted)).find(Boolean) ??
    SENTENCES_BELOW.map((wanted) => below.find(({ name }) => bare(name) === wanted)).find(Boolean)
  const rowsOf = (all: readonly Member[]): readonly Row[] =>
    all.filter((each) => each !== said).map(rowOf)
  const rows = [...rowsOf(below), ...known.filter(([, value]) => value !== ''), ...rowsOf(top)]
  const shown = rows.slice(0, MOST_ROWS)
  const seen = shown.filter((row) => !known.includes(row)).length + (said ? 1 : 0)
  const severities = members.filter(({ name }) => bare(name) === 'severity')
  return {
    sentence: said?.text ?? '',
    rows: shown,
    unshown: members.length + others - seen,
    severity: worstOf(severities.map(({ text }) => text)),
  }
}

function membersOf(data: unknown): { members: readonly Member[]; others: number } {
  const members: Member[] = []
  const elements = new Elements()
  let others = 0
  const visit = (value: unknown, holder: string, depth: number): void => {
    if (!isObject(value)) return
    for (const name of Object.keys(value).slice(0, MOST_ELEMENTS)) {
      if (!elements.take()) return
      const sent = value[name]
      const inner: unknown = Array.isArray(sent) ? sent[0] : sent
      const text = textOf(sent)
      if (text !== '') members.push({ holder, name, text, depth })
      else if (isObject(inner) && depth < DEEPEST) visit(inner, name, depth + 1)
      else if ((inner ?? '') !== '') others += 1
    }
  }
  if (Array.isArray(data)) visit(data[0], 'data', 1)
  else visit(data, 'data', 0)
  return { members, others }
}

function bare(name: string): string {
  return name.slice(0, 20).toLowerCase()
}

function rowOf({ holder, name, text, depth }: Member): Row {
  return [depth > 0 && NAMES.includes(bare(name)) ? holder : name, text]
}

function worstOf(severities: readonly string[]): Color | undefined {
  const colors = severities.map((word) => (bare(word) === 'low' ? undefined : levelColor(word)))
  return (['bad', 'warning'] as const).find((color) => colors.includes(color))
}
