import type { CodePiece } from '../../parts/code.js'
import { fieldCode } from './field-code.js'
import type { Program } from './program.js'

/** Where a key is parted: senders of Rocket.Chat insist on two segments. */
const HALF = 16

const key = (text: string): CodePiece => ({ kind: 'key', text })
const value = (text: string): CodePiece => ({ kind: 'string', text })

/** Programs that send the format of another chat. */
export const FORMATS: readonly Program[] = [
  {
    name: 'chats',
    title: 'Discord, Teams, Google Chat',
    mark: 'Ch',
    steps: [
      <>
        Where a program can post to Discord, Microsoft Teams or Google Chat, choose one of them, and
        paste the URL as its webhook. The format is recognised.
      </>,
      <>
        If it only accepts addresses of that service, choose Slack, Mattermost or a plain webhook.
      </>,
    ],
    file: 'Field',
    pieces: (url) => [key('Webhook URL'), '  ', value(url)],
  },
  {
    name: 'rocketchat',
    title: 'Rocket.Chat',
    mark: 'RC',
    steps: [
      <>
        Where a program can post to Rocket.Chat, paste this URL. It is the same webhook, in the form
        that such programs expect.
      </>,
    ],
    file: 'Field',
    pieces: (url) => [key('Webhook URL'), '  ', value(inTwo(url))],
  },
  {
    name: 'gotify',
    title: 'Gotify',
    mark: 'Go',
    steps: [
      <>
        Where a program can post to Gotify, paste the URL as its server. Any token will do: the URL
        is the secret.
      </>,
    ],
    file: 'Fields',
    pieces: (url) => [
      key('Server URL'),
      '  ',
      value(url),
      '\n',
      key('Token'),
      '       ',
      value('any'),
    ],
  },
  {
    name: 'ntfy',
    title: 'ntfy',
    mark: 'nt',
    steps: [
      <>
        Where a program can post to ntfy, paste this URL as its server, and <code>ntfy</code> as the
        topic. If it asks for one address only, paste both with a slash between them.
      </>,
    ],
    file: 'Fields',
    pieces: (url) => fieldCode(['Server', url], ['Topic', 'ntfy']),
  },
  {
    name: 'apprise',
    title: 'Apprise',
    mark: 'Ap',
    steps: [<>Use the URL with another scheme, here or in a program that uses Apprise.</>],
    file: 'Shell',
    pieces: (url) => [
      'apprise --title ',
      value('"Backup finished"'),
      ' --body ',
      value('"41 GB in 18 minutes"'),
      ' \\\n  ',
      value(`"${url.replace(/^http/, 'json')}"`),
    ],
  },
]

/** The URL with a slash in the key. */
export function inTwo(url: string): string {
  const start = url.lastIndexOf('/') + 1
  return `${url.slice(0, start + HALF)}/${url.slice(start + HALF)}`
}
