import { countText } from 'express-incoming-webhooks-ui/numbers'
import { store } from './store.js'

/** Screen readers are told about new messages at most this often. */
const PAUSE_MS = 5_000

const counts = new Map<string, number>()
let mention = ''
let timer: ReturnType<typeof setTimeout> | undefined
let last = -Infinity

/** Tells screen readers something immediately, such as the name of the page. */
export function say(words: string): void {
  store.set({ announcement: words })
}

export function announceMessage(channel: string): void {
  counts.set(channel, (counts.get(channel) ?? 0) + 1)
  plan()
}

export function announceMention(author: string, channel: string): void {
  mention = `${author} mentioned you in ${channel}`
  plan()
}

function plan(): void {
  timer ??= setTimeout(
    () => {
      timer = undefined
      last = performance.now()
      say(mention || summary())
      mention = ''
      counts.clear()
    },
    Math.max(0, last + PAUSE_MS - performance.now()),
  )
}

function summary(): string {
  return [...counts]
    .map(([channel, count]) => `${countText(count, 'new message')} in ${channel}`)
    .join(', ')
}
