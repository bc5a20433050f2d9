import { link, markdown, prose } from '../drafts/pieces.js'
import { valueOf } from '../body-value.js'
import type { Format } from '../format.js'
import { at, numberAt, textAt } from '../json-members.js'

/** From here on, Gotify's clients make a sound. */
const HIGH = 8
const LONGEST = 12_000

/** Messages for a Gotify server; its senders add `/message` to their URL. */
export const gotify: Format = {
  name: 'gotify',
  title: 'Gotify',
  paths: ['/message'],
  detect: ({ body }) => {
    if (body.kind !== 'json' || typeof at(body.value, 'message') !== 'string') return null
    const { value } = body
    const isGotify = typeof at(value, 'priority') === 'number' || at(value, 'extras') !== undefined
    // Messages of ntfy and alerts of Datadog may have both, too.
    const isOther = at(value, 'topic') !== undefined || at(value, 'monitor_id') !== undefined
    return isGotify && !isOther ? 'body' : null
  },
  read: ({ body }) => {
    const value = valueOf(body)
    const message = textAt(value, 'message')
    if (message === '') return { kind: 'refuse', path: 'message', reason: 'is missing' }
    const isMarkdown = textAt(value, 'extras', 'client::display', 'contentType') === 'text/markdown'
    const url = textAt(value, 'extras', 'client::notification', 'click', 'url')
    const title = textAt(value, 'title')
    const isHigh = (numberAt(value, 'priority') ?? 0) >= HIGH
    return {
      kind: 'message',
      draft: {
        title: url === '' ? title : link(url, title || url),
        text: isMarkdown ? markdown(message) : prose(message),
        longest: LONGEST,
        ...(isHigh ? { priority: 'important' as const } : {}),
      },
      event: { event: 'message' },
    }
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
