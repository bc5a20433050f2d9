import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../test/support/root.js'
import { BODY, type Posting } from './postgres-load.js'

const LINE =
  '2026-03-01T12:00:03Z db-01 *warning* /var is 91 % full, see <https://example.test/d/1|the disk>'

/** What is posted. */
export interface Body {
  readonly name: string
  readonly json: string
  /** Of a round; fewer where they are large, because some targets keep them all in memory. */
  readonly requests: number
}

export function smallAlert(): Body {
  return { name: 'small alert', json: JSON.stringify(alertmanagerAlert()), requests: 2000 }
}

export function allBodies(): readonly Body[] {
  const alert = alertmanagerAlert()
  const attachments = Array.from({ length: 5 }, () => alert.attachments).flat()
  return [
    smallAlert(),
    {
      name: '4 kB attachments',
      json: JSON.stringify({ ...alert, attachments }),
      requests: 1250,
    },
    { name: '16 kB text', json: JSON.stringify({ text: textOf(16_000) }), requests: 800 },
    // Several posts.
    { name: '100 kB text', json: JSON.stringify({ text: textOf(100_000) }), requests: 150 },
  ]
}

interface Alert {
  readonly attachments: readonly unknown[]
}

/** A recorded message of Alertmanager, for the webhook's own channel. */
export function alertmanagerAlert(): Alert {
  const file = 'test/blackbox/suite/senders/alertmanager-0.25.0-slack-full.http'
  const request = readFileSync(join(ROOT, file), 'utf8')
  const json = request.slice(request.indexOf('\r\n\r\n') + 4)
  const { channel, ...alert } = JSON.parse(json) as Alert & { readonly channel: string }
  return alert
}

/** A recorded request of Alertmanager's own format, about an incident that is called so. */
export function alertmanagerReport(incident: string): string {
  const file = 'test/blackbox/suite/senders/alertmanager-webhook.json'
  const { request } = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as {
    readonly request: { readonly body: string }
  }
  const report = JSON.parse(request.body) as object
  return JSON.stringify({ ...report, groupKey: incident })
}

function textOf(length: number): string {
  return `${LINE}\n`.repeat(Math.ceil(length / LINE.length)).slice(0, length)
}

/** What is posted to the example host: the next body of a client. */
export const CHAT_MESSAGES: Readonly<Record<string, NonNullable<Posting['bodyOf']>>> = {
  'a small text': () => BODY,
  'an alert, as Alertmanager writes for Slack': always(JSON.stringify(alertmanagerAlert())),
  'reports of Alertmanager, each of a new incident': () => alertmanagerReport(randomUUID()),
  'reports of Alertmanager, of 20 incidents': ofIncidents((client) => `incident ${client}`),
  'reports of Alertmanager, of one incident in each channel': ofIncidents(() => 'one'),
}

function always(body: string): () => string {
  return () => body
}

/** Reports of which each differs from the one before, so that each changes the post of its incident. */
function ofIncidents(nameOf: (client: number) => string): (client: number) => string {
  let count = 0
  return (client) => {
    count += 1
    return alertmanagerReport(nameOf(client)).replace('does not answer', `is away, look ${count}`)
  }
}
