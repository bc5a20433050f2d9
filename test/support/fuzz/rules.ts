import { allFormats } from '../../../lib/formats/all.js'

/** What a format may show. */
export interface Rules {
  /**
   * Members that its senders write in Markdown or HTML, so that links in them are theirs. `own`: its
   * payloads are those of our own format, whose links, pictures and mentions are all the sender's.
   */
  readonly markdown: readonly string[] | 'own'
  /** Code points that a reader sees at most, without the marks that keep characters as they are. Infinity: it is split. */
  readonly longest: number
  /** Whether its messages always have a line that makes sense alone. */
  readonly hasTitle: boolean
  /** Whether it may show all of a body, whatever it is. */
  readonly isWhole?: boolean
}

const OWN: Rules = { markdown: 'own', longest: Infinity, hasTitle: false }

/** A title of 200 and 3,800 of text: what every program may show that is no chat. */
const EVENT: Rules = { markdown: [], longest: 4_000, hasTitle: true }

/** Messages of chats are whole, and split as our own are. */
const CHATS: Readonly<Record<string, Rules>> = {
  rocketchat: OWN,
  text: { markdown: [], longest: Infinity, hasTitle: true, isWhole: true },
  discord: {
    markdown: ['content', 'description', 'value', 'payload_json'],
    longest: Infinity,
    hasTitle: false,
  },
  teams: {
    markdown: [
      'text',
      'title',
      'summary',
      'activityTitle',
      'activitySubtitle',
      'activityText',
      'value',
    ],
    longest: Infinity,
    hasTitle: false,
  },
  googlechat: {
    markdown: ['text', 'content', 'header', 'topLabel', 'bottomLabel'],
    longest: Infinity,
    hasTitle: false,
  },
  ntfy: {
    markdown: ['message', 'body', 'm'],
    longest: Infinity,
    hasTitle: false,
    isWhole: true,
  },
  gotify: { markdown: ['message'], longest: Infinity, hasTitle: false },
  apprise: { markdown: [], longest: Infinity, hasTitle: false },
}

const NAMES = new Set(allFormats.map(({ name }) => name))

export function rulesOf(format: string): Rules {
  return CHATS[format] ?? (NAMES.has(format) ? EVENT : OWN)
}
