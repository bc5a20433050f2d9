import type { JSX } from 'preact'
import type { Webhook } from '../api/webhooks.js'
import { emojiOf } from './emoji.js'

type Size = 'normal' | 'small' | 'large'

const SIZES: Readonly<Record<Size, string>> = { normal: '', small: ' av--s', large: ' av--l' }
const COLOURS = 6

/** People are round. */
export function PersonAvatar(props: { name: string; size?: Size }): JSX.Element {
  const { name, size = 'small' } = props
  return (
    <span class={`av av--${colourOf(name)}${SIZES[size]}`} aria-hidden="true">
      {initials(name)}
    </span>
  )
}

type Face = Pick<Webhook, 'iconEmoji' | 'creator'>

/** Webhooks are rounded squares: their emoji, else the letters of the creator, whose picture they use. */
export function WebhookAvatar(props: { webhook: Face; size?: Size }): JSX.Element {
  const { webhook, size = 'normal' } = props
  const emoji = emojiOf(webhook.iconEmoji)
  const look = emoji === null ? `av--${colourOf(webhook.creator)}` : 'av--emoji'
  return (
    <span class={`av av--hook ${look}${SIZES[size]}`} aria-hidden="true">
      {emoji ?? initials(webhook.creator)}
    </span>
  )
}

export function Person(props: { name: string }): JSX.Element {
  return (
    <span class="who">
      <PersonAvatar name={props.name} />
      {props.name}
    </span>
  )
}

function initials(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const [first = '', second] = words
  const letters = second === undefined ? Array.from(first).slice(0, 2) : [at(first), at(second)]
  return letters.join('').toUpperCase()
}

function at(word: string): string {
  return Array.from(word)[0] ?? ''
}

function colourOf(name: string): number {
  let sum = 0
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973
  return (sum % COLOURS) + 1
}
