import type { EventFacts, Format } from '../formats/format.js'
import { textAt } from '../formats/json-members.js'
import { isObject } from '../model/json.js'
import { MAX_INCIDENT_ALERTS } from '../model/limits.js'
import type { Message, MessageAttachment } from '../model/message.js'
import type { IncomingWebhook } from '../model/records.js'
import {
  type About,
  alertDigest,
  type Correlation,
  slackAlert,
  unknownState,
} from '../rules/together.js'
import type { Sent } from '../native/body/sent.js'
import { LONGEST_INCIDENT_TITLE, shortLine } from './edited.js'

/** How the owner of a webhook wants its incidents to be found. */
export type IncidentChoice = Pick<IncomingWebhook, 'together' | 'incidentPath'>

export interface IncidentSources {
  readonly correlation: Correlation | undefined
  readonly sent: Sent
  /** Of an event in another format. */
  readonly event: EventFacts | null
  readonly format: Format | null
  /** Of our own format. */
  readonly message: Message | null
  readonly choice: IncidentChoice
}

/** The incident that a request is about, by the first source that names one. */
export function aboutOf(sources: IncidentSources): About | null {
  const { correlation, sent, event, format, message, choice } = sources
  const own = correlation?.key ?? keyInBody(sent, choice.incidentPath)
  const alert = event === null && choice.together !== '' && message ? slackAlertOf(message) : null
  // Two programs may have the same name for different incidents, such as a number.
  const named = event?.incident ? `${format?.name ?? ''}:${event.incident}` : null
  const key = own ?? named ?? alert?.key ?? null
  if (key === null || key === '') return null
  const isOwn = own !== null
  if (isOwn && correlation && correlation.unknownState !== '') throw unknownState('state')
  const state = correlation?.state ?? event?.state ?? (isOwn ? null : (alert?.state ?? null))
  const isRemark = state === 'update' && event?.state === 'update' && event.isRemark !== false
  return {
    key,
    title: shortLine(event?.incidentTitle ?? alert?.key ?? '', LONGEST_INCIDENT_TITLE),
    by: shortLine(event?.by ?? '', LONGEST_NAME),
    state,
    at: event?.at ?? null,
    began: event?.since ?? null,
    alerts: (event?.alerts ?? []).slice(0, MAX_INCIDENT_ALERTS).map(alertDigest),
    says: isRemark && !isOwn ? 'remark' : event?.isBare ? 'state' : 'report',
    usualMode: isOwn || format?.isMonitoring ? 'reply' : format?.isReplacing ? 'edit' : 'off',
  }
}

function keyInBody(sent: Sent, incidentPath: string) {
  if (sent.kind === 'fields') {
    const [, value = ''] = sent.fields.find(([name]) => name.toLowerCase() === MEMBER) ?? []
    return value.trim() || null
  }
  if (sent.kind !== 'json' || !isObject(sent.value)) return null
  const member = Object.keys(sent.value).find((name) => name.toLowerCase() === MEMBER) ?? MEMBER
  const paths = incidentPath === '' ? [member] : [member, incidentPath]
  return paths.map((path) => textAt(sent.value, path).trim()).find((key) => key !== '') ?? null
}

const MEMBER = 'correlation_key'

/** Characters of a person's name, as of an author's. */
const LONGEST_NAME = 64

/** Their messages have one attachment, whose title says it all. */
function slackAlertOf({ attachments }: Message) {
  const [only, ...others] = attachments
  if (!only || others.length > 0) return null
  const title = plainText(only, 'title') ?? only.title.map(({ text }) => text).join('')
  return slackAlert({ title, fallback: plainText(only, 'fallback') ?? '' })
}

function plainText({ plain }: MessageAttachment, name: string) {
  const value = plain[name]
  return typeof value === 'string' ? value : null
}
