import MarkdownIt, {
  type StateBlock,
  type StateCore,
  type StateInline,
  type Token,
} from 'markdown-it'
import { isSafeHref, withoutDirection } from './links.js'

/** Levels of lists and quotes within each other. The parser leaves deeper ones out. */
export const MAX_NESTING = 60

const markdown = new MarkdownIt({
  html: false,
  linkify: true,
  breaks: true,
  maxNesting: MAX_NESTING,
})
markdown.validateLink = isSafeHref
// Not decoded, because a decoded URL could look like another host.
markdown.normalizeLinkText = withoutDirection
linkAddresses(markdown)
readFootnotes(markdown)
markdown.helpers.parseLinkLabel = closedLabelsOf(markdown.helpers.parseLinkLabel)
markdown.core.ruler.push('tasks', markTasks)
markdown.core.ruler.push('pairs', markPairs)
markdown.inline.State = withEmphasisBesideCjk(markdown.inline.State)

/**
 * Parses the Markdown of a message. A token `task` is the box of a task in a list; `note` and `note_ref` are
 * numbers of footnotes.
 */
export function tokensOf(message: string): readonly Token[] {
  return markdown.parse(message, {})
}

/** What tokens say, without the marks of Markdown. */
export function wordsOf(tokens: readonly Token[]): string {
  return tokens.map(wordsOfOne).join('').trim()
}

function wordsOfOne({ type, content, children }: Token): string {
  if (/break$/.test(type)) return ' '
  // Its content says only whether it is done.
  if (type === 'task') return ''
  return children ? wordsOf(children) : content
}

/** What may mean more than itself. */
const MARK = /[\\`*_~[&#|>=\n]|^\s*[-+\d]|^(?: {4}|\t)/

/** What Markdown says, without its marks: each block, and each cell of a table, is a line. */
export function linesOf(text: string): readonly string[] {
  // Most of the short texts of a search.
  if (!MARK.test(text)) return [text]
  return tokensOf(text)
    .map((block) => wordsOf([block]))
    .filter((words) => words !== '')
}

/** A text that is not Markdown, with the characters that its entities stand for. */
export function withoutEntities(text: string): string {
  return text.replace(/&#?\w{1,32};/g, (entity) => markdown.utils.unescapeAll(entity))
}

const LONGEST_ADDRESS = 2_048
const SCHEME = 'http:'

/** Beside whole addresses, `www.` and mail addresses are linked. */
function linkAddresses({ linkify }: typeof markdown): void {
  // `README.md` and `build.sh` are file names, not hosts.
  linkify.set({ fuzzyLink: false, fuzzyEmail: true, fuzzyIP: false })
  // Mail addresses at hosts of an internal network count too.
  linkify.tlds(['[a-z]{2,24}'])
  linkify.add('//', null).add('www.', {
    validate: (text, after) => {
      const address = `//${text.slice(after - 'www.'.length, after + LONGEST_ADDRESS)}`
      const length = linkify.testSchemaAt(address, SCHEME, 0) - '//www.'.length
      return Math.max(0, length)
    },
    normalize: (match) => {
      match.url = `${SCHEME}//${match.url}`
    },
  })
}

type ParseLabel = (typeof markdown)['helpers']['parseLinkLabel']

/** Without a bracket that could close it, each `[` would be followed to the end of the text: 130 ms for `![![…`. */
function closedLabelsOf(parse: ParseLabel): ParseLabel {
  const lasts = new WeakMap<StateInline, number>()
  return (state, start, disableNested) => {
    const last = lasts.get(state) ?? state.src.lastIndexOf(']')
    lasts.set(state, last)
    return last > start ? parse(state, start, disableNested) : -1
  }
}

const TASK = /^\[([ x])\](?:[ \t]+|$)/i

function markTasks({ tokens, Token }: StateCore): void {
  tokens.forEach((item, index) => {
    if (item.type !== 'list_item_open' || tokens[index + 1]?.type !== 'paragraph_open') return
    const first = tokens[index + 2]?.children?.[0]
    const [mark, state = ''] = (first?.type === 'text' && TASK.exec(first.content)) || []
    if (!first || mark === undefined || tokens[index + 2]?.content.trim() === mark.trim()) return
    const box = new Token('task', '', 0)
    box.content = state.trim()
    first.content = first.content.slice(mark.length)
    tokens[index + 2]?.children?.unshift(box)
    item.attrSet('class', 'task')
  })
}

/** A title in bold, and a short value below it. */
const TITLED = /^(\*\*|__)(?=\S)(?:(?!\1).)+(?<=\S)\1 *\n.{0,80}$/

/** Two or more paragraphs that are a title in bold and a short value below it have the class `pair`. */
function markPairs({ tokens }: StateCore): void {
  const isPair = (at: number): boolean =>
    tokens[at]?.type === 'paragraph_open' && tokens[at].level === 0 && isTitled(tokens[at + 1])
  tokens.forEach((token, at) => {
    if (isPair(at) && (isPair(at - PARAGRAPH) || isPair(at + PARAGRAPH))) {
      token.attrSet('class', 'pair')
    }
  })
}

/** How many tokens a paragraph has. */
const PARAGRAPH = 3

function isTitled(line: Token | undefined): boolean {
  const images = line?.children?.filter(({ type }) => type === 'image') ?? []
  return images.length === 0 && TITLED.test(line?.content ?? '')
}

const CJK =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]$/u
const PUNCTUATION = /[\p{P}\p{S}]$/u
/** No character of these scripts is before it. */
const FIRST_CJK = 0x1100

/**
 * Emphasis beside Chinese, Japanese and Korean text, which has no spaces: `**「強調」**です`. CommonMark asks
 * for a space or punctuation around marks beside punctuation.
 */
function withEmphasisBesideCjk(State: typeof StateInline): typeof StateInline {
  return class extends State {
    override scanDelims(
      start: number,
      canSplitWord: boolean,
    ): ReturnType<StateInline['scanDelims']> {
      const found = super.scanDelims(start, canSplitWord)
      const from = start + found.length
      const isBeside = [start - 1, from].some((at) => this.src.charCodeAt(at) >= FIRST_CJK)
      if (!canSplitWord || !isBeside) return found
      const before = this.src.slice(Math.max(0, start - 2), start)
      const after = String.fromCodePoint(this.src.codePointAt(from) ?? 0x20)
      return {
        ...found,
        can_open: found.can_open || (CJK.test(before) && PUNCTUATION.test(after)),
        can_close: found.can_close || (CJK.test(after) && PUNCTUATION.test(before)),
      }
    }
  }
}

export type { Token }

/** `[^1]: ` at the start of a line. */
const DEFINITION = /\[\^([^\s\][^]{1,32})\]:[ \t]+(?=\S)/y
const REFERENCE = /\[\^([^\s\][^]{1,32})\]/y

const BRACKET = 0x5b

/** Numbers of the notes of one message, by label. */
type Notes = Map<string, number>

const notesOf = new WeakMap<object, Notes>()

/**
 * Reads footnotes: `text[^1]` and a line `[^1]: note`. A note stays where it is written. Its number is the
 * content of the tokens `note` (before its text) and `note_ref`.
 */
function readFootnotes(markdown: InstanceType<typeof MarkdownIt>): void {
  // Definitions end paragraphs, as several of them often follow each other without an empty line.
  const alt = ['paragraph', 'reference', 'blockquote']
  markdown.block.ruler.before('reference', 'note', readNote, { alt })
  markdown.inline.ruler.before('link', 'note_ref', readReference)
}

function readNote(state: StateBlock, line: number, _end: number, silent: boolean): boolean {
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
  if (state.src.charCodeAt(start) !== BRACKET || state.sCount[line] !== state.blkIndent)
    return false
  DEFINITION.lastIndex = start
  const [marks = '', label] = DEFINITION.exec(state.src) ?? []
  if (label === undefined) return false
  if (silent) return true
  const notes = notesOf.get(state.env) ?? new Map<string, number>()
  notesOf.set(state.env, notes)
  const number = notes.get(label) ?? notes.size + 1
  notes.set(label, number)
  state.push('note_open', 'p', 1).attrSet('class', 'note__text')
  state.push('note', '', 0).content = String(number)
  const text = state.push('inline', '', 0)
  text.content = state.src.slice(start + marks.length, state.eMarks[line]).trim()
  text.children = []
  state.push('note_close', 'p', -1)
  state.line = line + 1
  return true
}

// The lines of a message are read before the words in them, so that all notes are known here.
function readReference(state: StateInline, silent: boolean): boolean {
  const notes = state.src.charCodeAt(state.pos) === BRACKET && notesOf.get(state.env)
  if (!notes) return false
  REFERENCE.lastIndex = state.pos
  const [reference = '', label = ''] = REFERENCE.exec(state.src) ?? []
  const number = notes.get(label)
  if (number === undefined) return false
  if (!silent) state.push('note_ref', '', 0).content = String(number)
  state.pos += reference.length
  return true
}

export type Direction = 'ltr' | 'rtl'

const LETTER = /\p{L}/u
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u

/** The direction of a text: that of its first letter. Null without letters. */
export function directionOf(text: string): Direction | null {
  const [letter] = LETTER.exec(text) ?? []
  if (letter === undefined) return null
  return RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr'
}
