import { emojiOf } from 'express-incoming-webhooks-ui/emoji'
import { hasModifier } from 'express-incoming-webhooks-ui/modifiers'
import type { ComponentChildren } from 'preact'
import type { Channel } from '../api/shapes.js'
import { channelPath, searchQuery } from '../state/addresses.js'
import { openDialog } from '../state/places.js'
import type { ChatState } from '../state/store.js'
import { isForMe, MENTION, mentioned } from '../state/names.js'
import { EMOJI_NAME } from './emoji-words.js'

/** What mentions can refer to. */
export type Readers = Pick<ChatState, 'users' | 'me' | 'channels' | 'team'>

const CHANNEL = /(?<![\w~/-])~([a-z0-9][a-z0-9_-]{0,63})(?!~)/
const HASHTAG = /(?<![\p{L}\p{N}_/&#])#(\p{L}[\p{L}\p{Nd}_.-]{1,62}[\p{L}\p{Nd}])(?![\p{L}\p{Nd}])/u
const WORD = anyOf('gi', MENTION, CHANNEL, EMOJI_NAME)
/** Apart, because a browser needs 2 ms for all letters of Unicode, and few texts have a hashtag. */
const WORD_OR_HASHTAG = anyOf('giu', MENTION, CHANNEL, EMOJI_NAME, HASHTAG)

function anyOf(flags: string, ...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'), flags)
}

/** How many mentions, links to channels, emoji and hashtags a text may have. */
export function countWords(text: string): number {
  return /[@~:#]/.test(text) ? Array.from(text.matchAll(wordsIn(text))).length : 0
}

function wordsIn(text: string): RegExp {
  return text.includes('#') ? WORD_OR_HASHTAG : WORD
}

/** Plain text with highlighted mentions, links to channels, emoji, and hashtags. */
export function words(text: string, readers: Readers, inLink = false): ComponentChildren[] {
  const found: ComponentChildren[] = []
  let end = 0
  for (const match of text.matchAll(wordsIn(text))) {
    const shown = shownOf(match, readers, inLink)
    if (!shown) continue
    const [written, node] = shown
    found.push(text.slice(end, match.index), node)
    end = match.index + written.length
  }
  found.push(text.slice(end))
  return found.filter((each) => each !== '')
}

/** The part of a match that means something, and what it is shown as. */
type Shown = readonly [written: string, node: ComponentChildren]

function shownOf(match: RegExpExecArray, readers: Readers, inLink: boolean): Shown | null {
  const [whole, person, channel, emoji] = match
  if (person !== undefined) return mentionOf(person, readers)
  if (emoji !== undefined) return emojiNamed(emoji, whole)
  if (inLink) return null
  return channel === undefined ? [whole, <Hashtag hashtag={whole} />] : channelOf(channel, readers)
}

function mentionOf(name: string, readers: Readers): Shown | null {
  const known = mentioned(name, readers.users)
  if (known === null) return null
  return [`@${known}`, <span class={isForMe(known, readers) ? 'at at--me' : 'at'}>@{known}</span>]
}

/** A link to a channel that the reader can see; without punctuation that ends the sentence. */
function channelOf(written: string, readers: Readers): Shown | null {
  const name = written.replace(/[_-]{1,64}$/, '').toLowerCase()
  const channel = namedChannels(readers.channels).get(name)
  if (channel === undefined) return null
  const link = (
    <a class="at" href={channelPath(readers.team.name, name)}>
      ~{channel.displayName}
    </a>
  )
  return [`~${name}`, link]
}

const byName = new WeakMap<Readers['channels'], ReadonlyMap<string, Channel>>()

/** Made once for each state of the channels: a message may name thousands, of thousands. */
function namedChannels(channels: Readers['channels']): ReadonlyMap<string, Channel> {
  let named = byName.get(channels)
  if (!named) {
    const listed = [...channels.values()].filter(({ kind }) => kind !== 'direct')
    named = new Map(listed.map((channel) => [channel.name, channel]))
    byName.set(channels, named)
  }
  return named
}

function emojiNamed(name: string, written: string): Shown | null {
  const character = emojiOf(name)
  if (character === null) return null
  const picture = (
    <span role="img" aria-label={name.replaceAll(/_|::?/g, ' ')} title={`:${name}:`}>
      {character}
    </span>
  )
  return [written, picture]
}

/** A link to the messages with the same hashtag. */
function Hashtag({ hashtag }: { readonly hashtag: string }) {
  return (
    <a
      href={searchQuery(hashtag)}
      onClick={(event) => {
        if (hasModifier(event)) return
        event.preventDefault()
        openDialog('search', hashtag)
      }}
    >
      {hashtag}
    </a>
  )
}
