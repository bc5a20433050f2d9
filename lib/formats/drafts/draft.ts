import type { HookWarning } from '../../model/records.js'
import { isEmpty, type Text } from './pieces.js'

/**
 * A message as formats describe it. All strings are data and shown with the characters they have;
 * pieces, such as `bold`, format them.
 */
export interface Draft {
  /**
   * One line of at most 200 code points that makes sense alone: notifications and search results
   * show only this.
   */
  readonly title?: Text
  /** Below the title. */
  readonly text?: Text
  /** Below the text, at most 20. */
  readonly cards?: readonly Card[]
  /** The author's name. Ignored while the setting `enablePostUsernameOverride` is off. */
  readonly username?: string
  /** The author's picture, an http or https URL. Ignored while `enablePostIconOverride` is off. */
  readonly iconUrl?: string
  /** An emoji instead of the picture. Ignored while `enablePostIconOverride` is off. */
  readonly iconEmoji?: string
  /** Whether it notifies nobody. Default: false. */
  readonly silent?: boolean
  /** Absent: the standard priority. */
  readonly priority?: 'important' | 'urgent'
  /**
   * Parts of the body that are shown otherwise than their sender meant, or not at all. They become
   * warnings.
   */
  readonly losses?: readonly HookWarning[]
  /**
   * A message that somebody wrote: nothing of it is cut. A long one becomes several posts, and a text
   * in it that is not shown becomes a warning. Default: the draft sums up an event, within the limits
   * of its members and 3,800 code points besides the title.
   */
  readonly whole?: Whole
}

/** What the sender of a message wrote. */
export interface Whole {
  /** The body. */
  readonly sent: unknown
  /**
   * Names of members that are no texts for readers. `style` also means `gridStyle`, and `Icon.name` the
   * name of what has the type `Icon`.
   */
  readonly quiet: ReadonlySet<string>
  /** The characters of a text that readers see, without its marks. Default: all of it. */
  readonly seen?: (text: string) => string
}

/** A part of a message with a bar at its side. */
export interface Card {
  /** Whether it goes on from the card above it, or from the text of the message. Default: false. */
  readonly continues?: boolean
  /** The colour of the bar. Default: none. */
  readonly color?: Color
  /** A line above the title. */
  readonly author?: {
    /** Plain text, at most 100 code points. */
    readonly name: string
    /** Where the name leads, an http or https URL. */
    readonly url?: string
    /** A small picture beside the name, an http or https URL. */
    readonly iconUrl?: string
  }
  /** Plain text, at most 200 code points. */
  readonly title?: string
  /** Where the title leads, an http or https URL. */
  readonly url?: string
  /** Below the title. */
  readonly text?: Text
  /** A table below the text, at most 25 rows; those without a value are left out. */
  readonly fields?: readonly CardField[]
  /** Buttons that open an address, at most 5. */
  readonly links?: readonly CardLink[]
  /** A large picture, an http or https URL. */
  readonly imageUrl?: string
  /** A small picture beside the text, an http or https URL. */
  readonly thumbUrl?: string
  /** What the small picture shows: plain text, at most 100 code points. */
  readonly thumbAlt?: string
  /** One line at the end. */
  readonly footer?: Text
  /** A small picture beside the footer, an http or https URL. */
  readonly footerIconUrl?: string
  /** The time beside the footer, in milliseconds since 1970. */
  readonly at?: number
}

/** Whether a card shows more than a colour or a time. */
export function showsSomething(card: Card): boolean {
  const { author, title = '', text = '', imageUrl = '', thumbUrl = '', footer = '' } = card
  const { fields = [], links = [] } = card
  const texts = [author?.name ?? '', title, text, imageUrl, thumbUrl, footer]
  return fields.length + links.length > 0 || !texts.every(isEmpty)
}

/** A row of a card's table. */
export interface CardField {
  /** Plain text, at most 100 code points. */
  readonly title: string
  /** The value. A row whose value is empty is left out. */
  readonly value: Text
  /** Whether there is room for another one beside it. Default: false. */
  readonly short?: boolean
}

/** A button that opens an address. */
export interface CardLink {
  /** The label, at most 100 code points. */
  readonly text: string
  /** An http or https URL. A button with another one is left out. */
  readonly url: string
}

/** What a state means to readers, or the sender's own colour: `#` and 6 hexadecimal digits. */
export type Color = 'bad' | 'warning' | 'good' | 'neutral' | `#${string}`
