import {
  at,
  clock,
  closed,
  duration,
  firstOf,
  hasStrings,
  hasTexts,
  type Meaning,
  meant,
  note,
  numberAt,
  open,
  reporter,
  type Table,
  textAt,
  update,
} from '../kit.js'

const STATUS: Table<Meaning> = {
  down: open('Down'),
  grace: update('Late', 'warning'),
  up: closed('Up'),
  started: update('Started'),
  paused: update('Paused'),
  new: update('New'),
}

/**
 * Healthchecks, whose users write the body of a webhook themselves: `$JSON`, or the one in
 * docs/formats.md. It is named by the URL.
 */
export const healthchecks = reporter({
  name: 'healthchecks',
  title: 'Healthchecks.io',
  isMonitoring: true,
  facts: { service: 'name' },
  looksLike: (body) => {
    const isPinged = at(body, 'last_ping') !== undefined
    const isStamped = hasStrings(body, 'code') && at(body, 'now') !== undefined
    return hasStrings(body, 'name', 'status') && (isPinged || isStamped)
  },
  advice: 'send "text" in its request body',
  needs: 'name',
  reports: [
    {
      // A check needs no name.
      when: (check) =>
        hasTexts(check, 'name') || (at(check, 'name') === '' && hasTexts(check, 'status')),
      event: ['status', () => 'message'],
      meaning: meant('status', STATUS, 'Check'),
      name: nameOf,
      url: 'url',
      text: 'desc',
      fields: {
        'Last ping': clock('last_ping'),
        Expected: ['schedule', period],
        Tags: (check) => (textAt(check, 'tags') === nameOf(check) ? '' : textAt(check, 'tags')),
      },
      incident: ['unique_key', 'uuid', 'code', 'slug', 'name'],
      at: 'now',
    },
    {
      when: (_, { body }) => body.kind === 'text' && body.text.trim() !== '',
      event: () => 'message',
      meaning: note('Healthchecks'),
      name: (_, { body }) => body.text,
    },
  ],
})

/** Characters of an identifier by which people tell one from another. */
const SHORT_CODE = 8

function nameOf(check: unknown): string {
  const first = (...names: readonly string[]): string =>
    firstOf(names.map((name) => textAt(check, name).trim()))
  const code = first('code', 'uuid', 'unique_key').slice(0, SHORT_CODE)
  return first('name', 'slug', 'tags') || code || 'A check'
}

/** How often pings should come, in seconds. */
function period(check: unknown): string {
  const seconds = numberAt(check, 'timeout') ?? 0
  return seconds > 0 && seconds <= 1e9 ? `every ${duration(seconds * 1_000)}` : ''
}
