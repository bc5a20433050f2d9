import MarkdownIt, { type Token } from 'markdown-it'

const markdown = new MarkdownIt({ html: false })

/** A page whose text is compared with that of the others. */
export interface Page {
  readonly path: string
  readonly text: string
}

/** A paragraph, an item of a list or a row of a table. */
interface Passage {
  readonly path: string
  readonly text: string
  /** Runs of words as they stand. */
  readonly runs: ReadonlySet<string>
  /** Rarer words, parts of names in code, and numbers. */
  readonly facts: ReadonlySet<string>
}

type Pair = readonly [one: Passage, other: Passage]
type Holders = ReadonlyMap<string, readonly number[]>

/** So many words in a row are not a coincidence. */
const RUN = 10
/** Passages about one subject share up to so many facts, and still say different things. */
const FEW = 4
/** The part of the shorter passage's facts that makes it a repetition, by weight. */
const PART = 0.5
/** A word in more than this part of all passages is not a fact. */
const COMMON = 0.02

/** The passages that say what one of another page says, one line for each pair. */
export function repeatedPassages(pages: readonly Page[]): readonly string[] {
  const passages = passagesOf(pages)
  const holders = holdersOf(passages.map(({ facts }) => facts))
  const weight = (facts: Iterable<string>): number =>
    [...facts].reduce((sum, fact) => sum + rarity(holders.get(fact), passages.length), 0)
  const saysTheSame = ([one, other]: Pair): boolean => {
    const shared = weight([...one.facts].filter((fact) => other.facts.has(fact)))
    return shared >= PART * Math.min(weight(one.facts), weight(other.facts))
  }
  const copied = pairsIn(passages, holdersOf(passages.map(({ runs }) => runs)), 1)
  const reworded = pairsIn(passages, holders, FEW + 1).filter(saysTheSame)
  return [...new Set([...copied, ...reworded].map(lineOf))]
}

function passagesOf(pages: readonly Page[]): readonly Passage[] {
  const all = pages.flatMap(({ path, text }) =>
    textsIn(text).map((each) => ({ path, text: each, words: wordsOf(each) })),
  )
  const holders = holdersOf(all.map(({ words }) => new Set(words)))
  const isFact = (word: string): boolean =>
    (holders.get(word)?.length ?? 0) <= Math.max(3, all.length * COMMON)
  return all.map(({ path, text, words }) => ({
    path,
    text,
    runs: new Set(words.slice(RUN - 1).map((_, at) => words.slice(at, at + RUN).join(' '))),
    facts: new Set(words.filter(isFact)),
  }))
}

/** What a reader reads at once: without headings, code blocks and what is made from the code. */
function textsIn(page: string): readonly string[] {
  const tokens = markdown.parse(page.replace(/^<!-- written by .*?^<!-- end -->$/gms, ''), {})
  const texts: string[] = []
  let cells: string[] = []
  tokens.forEach(({ type, children }, at) => {
    const within = tokens[at - 1]?.type
    if (type === 'tr_close') texts.push(cells.join(' '))
    if (type === 'tr_close') cells = []
    if (type !== 'inline' || within === 'heading_open') return
    const place = within === 'td_open' || within === 'th_open' ? cells : texts
    place.push(plainText(children ?? []))
  })
  return texts
}

function plainText(tokens: readonly Token[]): string {
  return tokens.map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('')
}

/** In lower case, and without the endings that a sentence gives them. */
function wordsOf(text: string): readonly string[] {
  return [...text.toLowerCase().matchAll(/[\p{L}\p{N}_]+/gu)].map(([word]) =>
    word.replace(/(?<=\p{L}{3})(?:ed|es|s|ing|ly|e)$/u, ''),
  )
}

/** The numbers of the passages that hold each word or run. */
function holdersOf(sets: readonly ReadonlySet<string>[]): Holders {
  const holders = new Map<string, number[]>()
  sets.forEach((set, at) => {
    for (const each of set) {
      const known = holders.get(each)
      if (known) known.push(at)
      else holders.set(each, [at])
    }
  })
  return holders
}

/** The rarer a fact, the more it says. */
function rarity(holders: readonly number[] = [], all: number): number {
  return Math.log(all / holders.length)
}

/** The pairs of passages of different pages that hold so many things together. */
function pairsIn(passages: readonly Passage[], holders: Holders, least: number): readonly Pair[] {
  const counts = passages.map(() => new Map<number, number>())
  for (const numbers of holders.values()) {
    numbers.forEach((one, at) => {
      const count = counts[one]
      for (const other of numbers.slice(at + 1)) count?.set(other, (count.get(other) ?? 0) + 1)
    })
  }
  return passages.flatMap((one, at) =>
    [...(counts[at] ?? [])].flatMap(([number, count]): readonly Pair[] => {
      const other = passages[number]
      return other && count >= least && other.path !== one.path ? [[one, other]] : []
    }),
  )
}

function lineOf([one, other]: Pair): string {
  return `${startOf(one)} = ${startOf(other)}`
}

function startOf({ path, text }: Passage): string {
  return `${path}: ${text.slice(0, 60)}`
}
