import type { Warning } from '../../model/records.js'
import type { Text } from './pieces.js'

/**
 * A message as formats describe it. All strings are data and shown with the characters they have: what
 * is formatted is made of pieces.
 */
export interface Draft {
  /** One line that makes sense alone: notifications and search results show only this. */
  readonly title?: Text
  /** Below the title. */
  readonly text?: Text
  readonly cards?: readonly Card[]
  /** The author's name and picture, which the host's settings may refuse. */
  readonly username?: string
  readonly iconUrl?: string
  readonly iconEmoji?: string
  /** Notifies nobody. */
  readonly silent?: boolean
  readonly priority?: 'important' | 'urgent'
  /** Parts of the body that are shown otherwise than their sender meant, or not at all. */
  readonly losses?: readonly Warning[]
  /**
   * Code points of all texts but the title; what is beyond is cut. Default 3,800, which is more than
   * anybody reads of an event.
   */
  readonly longest?: number
}

/** A part of a message with a bar at its side. */
export interface Card {
  readonly color?: Color
  readonly author?: { readonly name: string; readonly url?: string; readonly iconUrl?: string }
  readonly title?: string
  readonly url?: string
  readonly text?: Text
  readonly fields?: readonly CardField[]
  /** Buttons that open an address. */
  readonly links?: readonly { readonly text: string; readonly url: string }[]
  readonly imageUrl?: string
  readonly thumbUrl?: string
  readonly footer?: Text
  readonly footerIconUrl?: string
  /** Milliseconds since 1970. */
  readonly at?: number
}

export interface CardField {
  readonly title: string
  readonly value: Text
  /** Whether there is room for another one beside it. */
  readonly short?: boolean
}

/** What a state means to readers, or a colour of the sender's own. */
export type Color = 'bad' | 'warning' | 'good' | 'neutral' | `#${string}`
