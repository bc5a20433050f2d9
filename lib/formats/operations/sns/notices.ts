import type { Card, Color, Draft } from '../../drafts/draft.js'
import { joined, list, prose } from '../../drafts/pieces.js'
import { factsOf } from '../../event-facts.js'
import type { EventFacts, FormatReading } from '../../format.js'
import { at, countAt, listAt, textAt, textOf } from '../../json-members.js'
import { entryOf } from '../../own-entry.js'
import { isWebUrl } from '../../../text/links.js'
import { eventName, fieldsOf, titleOf, worded } from '../event.js'
import type { Delivery } from './delivery.js'

/** Notices that services of AWS send in a JSON of their own; null for anything else. */
export function readKnown(delivery: Delivery): FormatReading | null {
  return READERS.map((read) => read(delivery)).find((found) => found !== null) ?? null
}

type Read = (delivery: Delivery) => FormatReading | null

const READERS: readonly Read[] = [
  readScaling,
  readDatabase,
  readMail,
  readFiles,
  readApproval,
  readOwn,
]

function message(title: Draft['title'], card: Card, event: EventFacts): FormatReading {
  return { kind: 'message', draft: { title: title ?? '', cards: [card] }, event }
}

/** Auto Scaling: an instance was started or ended. */
function readScaling({ value, deliveryId, at: sentAt }: Delivery): FormatReading | null {
  const group = textAt(value, 'AutoScalingGroupName')
  const event = textAt(value, 'Event')
  if (group === '' || event === '') return null
  const what = event.slice(event.indexOf(':') + 1).toLowerCase()
  const card: Card = {
    color: what.endsWith('error') ? 'bad' : 'neutral',
    text: prose(textAt(value, 'Cause')),
    fields: fieldsOf(['Instance', textAt(value, 'EC2InstanceId')]),
  }
  const facts = factsOf(eventName('autoscaling', what), { deliveryId, at: sentAt })
  return message(titleOf('', group, worded(what)), card, facts)
}

/** Amazon RDS: something happened to a database. */
function readDatabase({ value, deliveryId, at: sentAt }: Delivery): FormatReading | null {
  const text = textAt(value, 'Event Message')
  const source = textAt(value, 'Source ID')
  if (text === '' || source === '') return null
  const page = textAt(value, 'Identifier Link')
  const kind = textAt(value, 'Event Source')
  const facts = factsOf(eventName('rds', kind), { deliveryId, at: sentAt })
  return message(titleOf(page, source, text), { color: 'neutral' }, facts)
}

const MAIL: Readonly<Record<string, readonly [string, Color]>> = {
  bounce: ['Mail bounced', 'bad'],
  complaint: ['Mail was reported as spam', 'bad'],
  reject: ['Mail was rejected', 'bad'],
  'rendering failure': ['Mail could not be written', 'bad'],
  deliverydelay: ['Mail is late', 'warning'],
  delivery: ['Mail was delivered', 'good'],
}

/** Amazon SES: what became of a mail. Those that arrived are hardly worth a message. */
function readMail({ value, deliveryId, at: sentAt }: Delivery): FormatReading | null {
  const type = (textAt(value, 'notificationType') || textAt(value, 'eventType')).toLowerCase()
  if (type === '' || at(value, 'mail') === undefined) return null
  const [word, color] = entryOf(MAIL, type) ?? [`Mail: ${type.slice(0, 40)}`, 'neutral' as const]
  const people = listAt(value, 'mail', 'destination').map(textOf)
  const total = countAt(value, 'mail', 'destination')
  const kind = textAt(value, 'bounce', 'bounceType')
  const card: Card = {
    color,
    text: total > 1 ? list(people, total) : '',
    fields: fieldsOf(
      ['Subject', textAt(value, 'mail', 'commonHeaders', 'subject')],
      ['Kind of bounce', kind],
      ['From', textAt(value, 'mail', 'source')],
    ),
  }
  const who = total > 1 ? `${total} recipients` : (people[0] ?? 'somebody')
  const facts = factsOf(eventName('mail', type), { deliveryId, at: sentAt })
  const isSkipped = color !== 'bad' && color !== 'warning'
  const reading = message(titleOf('', word, who || 'somebody'), card, facts)
  return isSkipped && reading.kind === 'message' ? { ...reading, isSkipped } : reading
}

/** Amazon S3: files came or went. */
function readFiles({ value, deliveryId, at: sentAt }: Delivery): FormatReading | null {
  const records = listAt(value, 'Records')
  const [first] = records
  const bucket = textAt(first, 's3', 'bucket', 'name')
  if (bucket === '') return null
  const total = countAt(value, 'Records')
  const name = textAt(first, 'eventName')
  const items = records.map((each) => {
    const [kind = ''] = textAt(each, 'eventName').split(':')
    return joined([kind, keyOf(textAt(each, 's3', 'object', 'key'))], ': ')
  })
  const title = titleOf('', bucket, total === 1 ? 'a file changed' : `${total} files changed`)
  const facts = factsOf(eventName('s3', name.replaceAll(':', '.')), { deliveryId, at: sentAt })
  return message(title, { color: 'neutral', text: list(items, total) }, facts)
}

/** Names of files are written as in forms: `my+photo%281%29.jpg`. */
function keyOf(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '))
  } catch {
    return key
  }
}

/** CodePipeline waits until somebody approves. */
function readApproval({ value, deliveryId, at: sentAt }: Delivery): FormatReading | null {
  const approval = at(value, 'approval')
  const pipeline = textAt(approval, 'pipelineName')
  if (pipeline === '') return null
  const page = textAt(approval, 'approvalReviewLink') || textAt(value, 'consoleLink')
  const card: Card = {
    color: 'warning',
    text: prose(textAt(approval, 'customData')),
    fields: fieldsOf(
      ['Stage', textAt(approval, 'stageName')],
      ['Action', textAt(approval, 'actionName')],
      ['Until', textAt(approval, 'expires')],
      ['Region', textAt(value, 'region')],
    ),
    links: isWebUrl(page) ? [{ text: 'Review', url: page }] : [],
  }
  const facts = factsOf('codepipeline.approval', {
    incident: `${pipeline} ${textAt(approval, 'token')}`,
    state: 'open',
    deliveryId,
    at: sentAt,
  })
  return message(titleOf(page, 'Approval needed', pipeline), card, facts)
}

/** Messages that are written for Amazon Q (AWS Chatbot), by anybody. */
function readOwn({ value, deliveryId, at: sentAt }: Delivery): FormatReading | null {
  if (textAt(value, 'source') !== 'custom') return null
  const title = textAt(value, 'content', 'title')
  const text = textAt(value, 'content', 'description')
  if (title === '' && text === '') return null
  const facts = factsOf('message', {
    incident: textAt(value, 'metadata', 'threadId'),
    deliveryId,
    at: sentAt,
  })
  return message(title || 'A message', { color: 'neutral', text: prose(text) }, facts)
}
