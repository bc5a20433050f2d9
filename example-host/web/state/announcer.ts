import { countText } from 'express-incoming-webhooks-ui/numbers'
import type { ChatState } from './model.js'
import type { Store } from './store.js'

const PAUSE_MS = 5_000

/** Announces new messages to screen readers, at most every 5 s. */
export class Announcer {
  readonly #store: Store<ChatState>
  readonly #counts = new Map<string, number>()
  #mention = ''
  #timer: ReturnType<typeof setTimeout> | undefined
  #last = -Infinity

  constructor(store: Store<ChatState>) {
    this.#store = store
  }

  message(channel: string): void {
    this.#counts.set(channel, (this.#counts.get(channel) ?? 0) + 1)
    this.#plan()
  }

  mention(author: string, channel: string): void {
    this.#mention = `${author} mentioned you in ${channel}`
    this.#plan()
  }

  /** Announces something immediately, such as the name of the page. */
  say(words: string): void {
    this.#store.set({ announcement: words })
  }

  #plan(): void {
    if (this.#timer !== undefined) return
    const wait = Math.max(0, this.#last + PAUSE_MS - performance.now())
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#last = performance.now()
      this.say(this.#mention || this.#summary())
      this.#mention = ''
      this.#counts.clear()
    }, wait)
  }

  #summary(): string {
    return [...this.#counts]
      .map(([channel, count]) => `${countText(count, 'new message')} in ${channel}`)
      .join(', ')
  }
}
