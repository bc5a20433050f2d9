import { emojiOf } from 'express-incoming-webhooks-ui/emoji'
import { hasModifier } from 'express-incoming-webhooks-ui/modifiers'
import type { PostToShow } from 'express-incoming-webhooks/render'
import type { ComponentChildren } from 'preact'
import type { Channel } from '../api/shapes.js'
import { channelPath, openDialog, searchQuery } from '../state/places.js'
import { isForMe, MENTION, mentioned } from '../state/names.js'
import type { ChatState } from '../state/store.js'
import { firstWordsOf } from './first-line.js'
import { withoutEntities } from './markdown.js'

/** `:rocket:`, `:+1::skin-tone-4:`. */
const EMOJI_NAME = /:([a-z0-9_+-]{1,64}(?:::skin-tone-[2-6])?):/gi

/** A title or name, which is not Markdown: only emoji and entities mean something in it. */
export function plainWords(text: string): string {
  return withEmoji(withoutEntities(text))
}

/** The same with emoji instead of their names. */
export function withEmoji(text: string): string {
  return text.replace(EMOJI_NAME, (whole, name: string) => emojiOf(name) ?? whole)
}

/** How a post begins, in words that can name it. */
export function beginningOf(post: PostToShow): string {
  return withEmoji(firstWordsOf(post))
}

const MOST_ALONE = 27

/** How a text begins that may be nothing but emoji: `:name:`, no ASCII, or a keycap such as `1️⃣`. */
const BEGINS_LIKE_EMOJI = /^(?::|[^\0-\x7f]|[0-9#*]\ufe0f?\u20e3)/

/** Making one takes longer than reading a short text with it. */
const segmenter = new Intl.Segmenter()

/** Whether a text is nothing but a few emoji. */
export function isOnlyEmoji(text: string): boolean {
  const rest = text.trim()
  if (!BEGINS_LIKE_EMOJI.test(rest) || rest.length > MOST_ALONE * 32) return false
  let count = 0
  // Ends at the first character that is none: taking a sentence apart takes 0.2 ms, which made a
  // channel of 60 messages open 10 % later.
  for (const { segment } of segmenter.segment(withEmoji(rest))) {
    const character = segment.trim()
    if (character === '') continue
    count += 1
    if (count > MOST_ALONE || !isPicture(character)) return false
  }
  return count > 0
}

function isPicture(character: string): boolean {
  return !/^[\p{L}\p{N}\p{P}]$/u.test(character) && emojiOf(character) !== null
}

/** What mentions can refer to. */
export type Readers = Pick<ChatState, 'users' | 'me' | 'channels'>

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
    <a class="at" href={channelPath(name)}>
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
