import { MAX_FENCE_RUNS, MAX_TEXT_NODES } from '../../model/limits.js'
import type { RichText, TextNode } from '../../model/message.js'
import { type ActionLink, withoutActionLinks } from '../../text/action-links.js'
import { type Scanned, scanMarkup } from '../../text/markup.js'
import { mrkdwnToMarkdown, withoutAutolinks } from '../../text/mrkdwn.js'
import type { InfoStrings } from '../../text/info-strings.js'
import { fencesOnLines } from '../../text/slack-fences.js'
import type { Reading } from '../payload/reading.js'

/** A mention of a user, by id or by name. */
export type Mention = Extract<TextNode, { kind: 'user' | 'name' }>

/** Translates the markup of a message's texts and collects mentions in order. */
export class Translator {
  readonly reading: Reading
  readonly mentions: Mention[] = []
  /** Links that are buttons, in order, and where each was found. */
  readonly actionLinks: (ActionLink & { readonly path: string })[] = []
  readonly #userIdPattern: RegExp
  readonly #verbatim: boolean
  /** Pieces of all texts so far, without texts that are a single piece. */
  #nodes = 0
  /** Whether a text had more; it is reported once. */
  #isCut = false
  #fenceRuns = 0

  /** `verbatim`: texts are already Markdown without Slack's markup. */
  constructor(userIdPattern: RegExp, reading: Reading, verbatim = false) {
    this.#userIdPattern = userIdPattern
    this.reading = reading
    this.#verbatim = verbatim
  }

  /** `path`: where it is, for warnings. */
  scan(text: string, path = ''): RichText {
    const shown = withoutActionLinks(text, (link) => this.actionLinks.push({ ...link, path }))
    return this.#scan(this.#verbatim ? shown : this.#onLines(shown, 'words'), true, true).nodes
  }

  /** Titles support only mentions, because they may be links themselves: their links are labels. */
  scanTitle(title: string): Scanned {
    return this.#scan(title, false, true)
  }

  /** A text that is known to be in Slack's dialect. `verbatim`: URLs and names are not linked automatically. */
  scanMrkdwn(text: string, verbatim: boolean): RichText {
    // Slack has no info strings, so only text that is unlikely to be code counts as one.
    const onLines = this.#onLines(text, 'languages')
    const nodes = mrkdwnToMarkdown(this.#scan(onLines, true, !verbatim).nodes)
    if (!verbatim) return nodes
    return nodes.map((node) =>
      node.kind === 'text' ? { kind: 'text', text: withoutAutolinks(node.text) } : node,
    )
  }

  /** A mention of a user by id. Text that does not match `userIdPattern` is shown unchanged. */
  mention(id: string): TextNode {
    const text = `@${id}`
    if (!this.#userIdPattern.test(id)) return { kind: 'text', text }
    const node: Mention = { kind: 'user', id, text, label: '' }
    this.mentions.push(node)
    return node
  }

  #onLines(text: string, infoStrings: InfoStrings) {
    const most = MAX_FENCE_RUNS - this.#fenceRuns
    const onLines = fencesOnLines(text, infoStrings, most)
    this.#fenceRuns += onLines.runs
    if (most >= 0 && onLines.runs > most) {
      this.reading.add(
        '',
        `more than ${MAX_FENCE_RUNS} code fences and code spans: code fences were not repaired`,
      )
    }
    return onLines.text
  }

  #scan(text: string, links: boolean, names: boolean): Scanned {
    if (text === '') return NOTHING
    if (this.#verbatim) return { ...NOTHING, nodes: [{ kind: 'text', text }] }
    const maxNodes = MAX_TEXT_NODES - this.#nodes
    const options = { userIdPattern: this.#userIdPattern, links, names, maxNodes }
    const scanned = scanMarkup(text, options)
    const { nodes, cut } = scanned
    if (cut && !this.#isCut) {
      this.#isCut = true
      this.reading.add(
        '',
        `only ${MAX_TEXT_NODES} links and mentions are read: the rest was left as written`,
      )
    }
    if (nodes.length > 1) this.#nodes += nodes.length
    for (const node of nodes) {
      if (node.kind === 'user' || node.kind === 'name') this.mentions.push(node)
    }
    return scanned
  }
}

const NOTHING: Scanned = { nodes: [], cut: false, addresses: [] }
