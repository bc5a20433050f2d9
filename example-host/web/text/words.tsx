import { emojiOf } from 'express-incoming-webhooks-ui/emoji'
import type { ComponentChildren } from 'preact'
import type { ChatState } from '../state/model.js'
import { isForMe, mentioned } from '../state/names.js'

/** Users and channels that mentions can refer to. */
export type Readers = Pick<ChatState, 'users' | 'me'>

const WORD = /(?<![\w.@-])@([a-z0-9][a-z0-9._-]{0,63})|:([a-z0-9_+-]{1,64}):/gi

/** Plain text with highlighted mentions and emoji. */
export function words(text: string, readers: Readers): ComponentChildren[] {
  const found: ComponentChildren[] = []
  let end = 0
  for (const match of text.matchAll(WORD)) {
    const [whole, name, emoji] = match
    const shown = name === undefined ? namedEmoji(emoji) : mentionOf(name, readers)
    if (shown === null) continue
    found.push(text.slice(end, match.index), shown.node)
    end = match.index + (shown.length || whole.length)
  }
  found.push(text.slice(end))
  return found.filter((each) => each !== '')
}

interface Shown {
  readonly node: ComponentChildren
  /** The maximum number of characters, or 0 for all. */
  readonly length: number
}

function mentionOf(name: string, readers: Readers): Shown | null {
  const known = mentioned(name, readers.users)
  if (known === null) return null
  const node = <span class={isForMe(known, readers) ? 'at at--me' : 'at'}>@{known}</span>
  return { node, length: known.length + 1 }
}

function namedEmoji(name = ''): Shown | null {
  const character = emojiOf(name)
  if (character === null) return null
  const node = (
    <span role="img" aria-label={name.replaceAll('_', ' ')} title={`:${name}:`}>
      {character}
    </span>
  )
  return { node, length: 0 }
}
