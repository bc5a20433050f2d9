import { hash } from 'node:crypto'
import type { HookProps } from '../model/records.js'
import type { Together } from '../model/webhook-fields.js'
import type { WebhookError } from '../model/errors.js'
import { INCIDENT_STATES, type IncidentState } from '../model/incidents.js'
import { asIs, errorAt } from '../model/sent.js'

/** What a request says of the incident that it is about. */
export interface About {
  readonly key: string
  /** What the incident is called; `''`: as its message begins. */
  readonly title: string
  /** Who caused the event; `''` if it does not say. */
  readonly by: string
  /** Null: it does not say. */
  readonly state: IncidentState | null
  /** When it happened, by the sender's clock. Null: it does not say. */
  readonly at: number | null
  /** When the incident began, by the sender's clock. Null: it does not say. */
  readonly began: number | null
  /** Digests of the alerts that it names. Default: none. */
  readonly alerts?: readonly string[]
  readonly says: Says
  /** Whether somebody pressed a button, which later reports do not undo. Default: false. */
  readonly isPressed?: boolean
  /** What is done with its events unless the webhook says otherwise. */
  readonly usualMode: Mode
}

/**
 * What an event says: a `report` replaces what was said before, a `remark` stands beside it, like a
 * comment, and a `state` says nothing but the state.
 */
export type Says = 'report' | 'remark' | 'state'

/** What the headers and the query of a request say of the incident that it is about. */
export interface Correlation {
  readonly key: string | null
  readonly state: IncidentState | null
  /** Whether a header has the state. Words of the query may be meant for somebody else. */
  readonly isStateInHeader: boolean
  /** A word of the query that is none of the states; `''` for none. It counts where the body has the key. */
  readonly unknownState: string
}

/** The error for a state that there is not. */
export function unknownState(name: string): WebhookError {
  return errorAt(asIs, name, `expected ${INCIDENT_STATES.join(', ')}`, 'invalid_param')
}

/** What is done with several events of one incident. */
export type Mode = 'off' | 'reply' | 'edit'

/** What the owner of a webhook wants, whether or not the host can do it. */
export function chosenMode(setting: Together, { usualMode }: About): Mode {
  return setting === '' ? usualMode : setting
}

/** Characters of a key that stores keep. */
const LONGEST_KEY = 255

/** Keys of any length, and of characters that no database refuses. */
export function storedKey(key: string): string {
  const isShort = key.length <= LONGEST_KEY && key.isWellFormed() && !key.includes('\0')
  return isShort ? key : `sha256:${hash('sha256', key)}`
}

/** The id of an alert, short because an incident keeps many. */
export function alertDigest(id: string): string {
  return hash('sha256', id, 'base64url').slice(0, ALERT_DIGEST)
}

const ALERT_DIGEST = 8

/** Of what a reader sees, so that a repeat changes nothing. */
export function fingerprint(
  shown: readonly { readonly message: string; readonly props: HookProps }[],
): string {
  return hash('sha256', JSON.stringify(shown))
}

const PREFIX = /^\[(firing|resolved|alerting|ok|no data)(?::\d+)?(?:, resolved:\d+)?\] */i
const CLOSED = new Set(['resolved', 'ok'])

/** What messages have that Alertmanager and Grafana write for Slack. */
interface SlackTitle {
  readonly title: string
  readonly fallback: string
}

/**
 * The incident of such a message: its title without `[FIRING:1]`. A title as they write it unless told
 * otherwise, which is also the fallback, is of a group of alerts: without what all of them have in
 * common, `(db1 critical)`, which changes as alerts join and leave. Null for other titles.
 */
export function slackAlert({
  title,
  fallback,
}: SlackTitle): { readonly key: string; readonly state: IncidentState } | null {
  const [prefix, word = ''] = PREFIX.exec(title) ?? []
  if (prefix === undefined) return null
  const named = title.slice(prefix.length).trim()
  const isOfGroup = GROUP.test(prefix) && fallback.startsWith(title)
  const key = (isOfGroup && withoutCommon(named)) || named
  return key === '' ? null : { key, state: CLOSED.has(word.toLowerCase()) ? 'closed' : 'open' }
}

const GROUP = /^\[(?:FIRING:\d|RESOLVED\])/

/** Without the parentheses at the end, and those within them. */
function withoutCommon(title: string) {
  if (!title.endsWith(')')) return title
  let depth = 0
  for (let index = title.length - 1; index >= 0; index -= 1) {
    if (title[index] === ')') depth += 1
    if (title[index] === '(') depth -= 1
    if (depth === 0) return title.slice(0, index).trim()
  }
  return title
}
