import {
  at,
  claimed,
  type Draft,
  type Format,
  hasStrings,
  link,
  markdown,
  numberAt,
  prose,
  refused,
  textAt,
  valueOf,
} from '../kit.js'
import { chatMessage } from './chat.js'

/** From here on, Gotify's clients make a sound. */
const HIGH = 8

/** Messages for a Gotify server; its senders add `/message` to their URL. */
export const gotify: Format = {
  name: 'gotify',
  title: 'Gotify',
  paths: ['/message'],
  detect: claimed((body) => {
    const isGotify = typeof at(body, 'priority') === 'number' || at(body, 'extras') !== undefined
    // Messages of ntfy and alerts of Datadog may have both, too.
    const isOther = ['topic', 'monitor_id'].some((name) => at(body, name) !== undefined)
    return hasStrings(body, 'message') && isGotify && !isOther
  }),
  read: ({ body }) => {
    const value = valueOf(body)
    const message = textAt(value, 'message')
    if (message === '') return refused('message')
    const isMarkdown = textAt(value, 'extras.client::display.contentType') === 'text/markdown'
    const url = textAt(value, 'extras.client::notification.click.url')
    const title = textAt(value, 'title')
    const imageUrl = textAt(value, 'extras.client::notification.bigImageUrl')
    const isHigh = (numberAt(value, 'priority') ?? 0) >= HIGH
    const draft: Draft = {
      title: url === '' ? prose(title, Infinity) : link(url, title || url),
      text: isMarkdown ? markdown(message) : prose(message, Infinity),
      cards: [{ imageUrl }],
      ...(isHigh ? { priority: 'important' } : {}),
    }
    return chatMessage(draft, value)
  },
  answer: ({ request, posts }) => {
    const value = valueOf(request.body)
    const createAt = posts[0]?.createAt ?? 0
    return {
      status: 200,
      body: {
        // Its clients expect a number.
        id: createAt,
        appid: 1,
        message: textAt(value, 'message'),
        title: textAt(value, 'title'),
        priority: numberAt(value, 'priority') ?? 0,
        date: new Date(createAt).toISOString(),
      },
    }
  },
}
