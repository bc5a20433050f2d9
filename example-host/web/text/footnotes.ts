import type MarkdownIt from 'markdown-it'
import type { StateBlock, StateInline } from 'markdown-it'

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
export function readFootnotes(markdown: InstanceType<typeof MarkdownIt>): void {
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
