import {
  alike,
  at,
  claimed,
  code,
  type Color,
  cut,
  entryOf,
  firstText,
  type FormatRequest,
  hasObjects,
  hasTexts,
  isObject,
  jsonIn,
  namesIn,
  note,
  numberAt,
  phrase,
  type Report,
  reporter,
  type Table,
  textAt,
  textsAt,
  valueOf,
  worded,
  wordsIn,
} from '../../kit.js'
import { ALARM, holds, NOTICES } from './notices.js'

/** The name at the end of an ARN. */
function lastOf(arn: string): string {
  return arn.slice(arn.lastIndexOf(':') + 1)
}

/** Nobody but a person may open the address: whoever has the key could subscribe us to anything. */
const SHOWN = {
  url: addressIn,
  fields: { Topic: (body) => code(textAt(body, 'sns.topic')) },
} satisfies Partial<Report>

const REQUESTED: Report = {
  ...SHOWN,
  when: (body) => textAt(body, 'Type') === 'SubscriptionConfirmation',
  event: () => 'subscription.requested',
  meaning: note('Confirm', 'warning'),
  title: (body) => `Confirm the subscription to ${topicIn(body)}`,
  text: (body) =>
    addressIn(body) === ''
      ? 'The address that confirms it is not one of AWS, so it is not shown.'
      : 'AWS sends nothing here until somebody opens this link. Do so only if you know the topic.',
  links: { Confirm: addressIn },
}

const ENDED: Report = {
  ...SHOWN,
  when: (body) => textAt(body, 'Type') === 'UnsubscribeConfirmation',
  event: () => 'subscription.ended',
  meaning: note('Ended'),
  title: (body) => `The subscription to ${topicIn(body)} has ended`,
  links: { 'Subscribe again': addressIn },
}

function topicIn(body: unknown): string {
  return cut(lastOf(textAt(body, 'sns.topic')), 100)
}

const HOST = /^sns\.[a-z0-9-]{1,40}\.amazonaws\.com(?:\.cn)?$/

/** The address that subscribes, if it is one of AWS. */
function addressIn(body: unknown): string {
  const url = textAt(body, 'sns.url')
  if (!URL.canParse(url)) return ''
  const { protocol, host } = new URL(url)
  return protocol === 'https:' && HOST.test(host) ? url : ''
}

/** Members of `detail` that name what an event is about, the best first. */
const NAMES = wordsIn(`
  alarmName title pipeline project-name stateMachineArn jobName instance-id service
  SourceIdentifier eventName name
`).map((name) => `detail.${name}`)

/** Members of `detail` that say what became of it. */
const STATES = wordsIn('state.value state build-status status lastStatus statusCode').map(
  (name) => `detail.${name}`,
)

const COLORS: Table<Color> = {
  ...alike('failed failure fault alarm error timed_out stopped terminated', 'bad'),
  ...alike('pending started in_progress running stopping open', 'warning'),
  ...alike('succeeded success ok completed closed', 'good'),
}

/** An event of Amazon EventBridge. */
const BRIDGED: Report = {
  when: (body) => holds('detail-type')(body) && hasObjects(body, 'detail'),
  event: 'detail-type',
  meaning: (body) => note(textAt(body, 'detail-type'), colorOf(body)),
  name: [
    (body) => phrase([nameIn(body), worded(firstText(body, ...STATES).toLowerCase())], ', '),
    'source',
    () => 'an event',
  ],
  text: [
    'detail.state.reason',
    'detail.description',
    'detail.eventDescription.0.latestDescription',
    'detail.Message',
    'detail.stoppedReason',
  ],
  fields: {
    Resource: (body) => (resourceIn(body) === nameIn(body) ? '' : resourceIn(body)),
    Region: 'region',
    Account: 'account',
  },
  incident: (body) => {
    const resource = textAt(body, 'resources.0')
    return resource && `${textAt(body, 'detail-type')} ${resource}`
  },
  at: ['time', 'sns.at'],
}

function resourceIn(body: unknown): string {
  return lastOf(textAt(body, 'resources.0'))
}

function nameIn(body: unknown): string {
  return lastOf(firstText(body, ...NAMES)) || resourceIn(body)
}

/** Findings have a severity, everything else a state. */
function colorOf(body: unknown): Color {
  const severity = numberAt(body, 'detail.severity')
  if (severity !== null) return severity >= 7 ? 'bad' : 'warning'
  const status = firstText(body, ...STATES).toLowerCase()
  return entryOf(COLORS, status) ?? 'neutral'
}

/** A message of anybody's program. Of JSON that nobody explains, the first texts are shown. */
const TEXT: Report = {
  event: () => 'message',
  meaning: note('Message'),
  title: (body) => {
    const name = lastOf(textAt(body, 'sns.topic')) || 'a topic'
    const subject = textAt(body, 'sns.subject')
    return cut(subject === '' ? `A message on ${name}` : `${subject} (${name})`, 180)
  },
  text: (body) => (at(body, 'sns.value') === null ? textAt(body, 'sns.text') : ''),
  fields: (body) => textsAt(body, 'sns.value'),
}

const HEADER = 'x-amz-sns-message-type'

/** Amazon SNS, and what AWS sends through it. */
export const sns = reporter({
  name: 'sns',
  title: 'Amazon SNS',
  isMonitoring: true,
  detect: claimed(isEnvelope, [HEADER]),
  bodyOf,
  needs: 'Type',
  reports: [REQUESTED, ENDED, ALARM, BRIDGED, ...NOTICES, TEXT].map((report): Report => ({
    deliveryId: 'sns.deliveryId',
    at: 'sns.at',
    ...report,
  })),
})

const TYPES = namesIn('Notification SubscriptionConfirmation UnsubscribeConfirmation')

function isEnvelope(value: unknown): boolean {
  return TYPES.has(textAt(value, 'Type')) && hasTexts(value, 'TopicArn')
}

/** What reports read: the JSON that was delivered, with its envelope as `sns`. */
function bodyOf({ headers, body }: FormatRequest): unknown {
  const sent = valueOf(body)
  if (isEnvelope(sent)) {
    const text = textAt(sent, 'Message')
    const Type = textAt(sent, 'Type')
    const value = Type === 'Notification' ? jsonIn(text) : null
    const [topic, subject, deliveryId, at, url] = [
      'TopicArn',
      'Subject',
      'MessageId',
      'Timestamp',
      'SubscribeURL',
    ].map((name) => textAt(sent, name))
    return { ...membersOf(value), Type, sns: { topic, subject, deliveryId, at, url, value, text } }
  }
  if (headers[HEADER] !== 'Notification') return null
  // "Raw message delivery": the envelope is in the headers.
  const value = body.kind === 'text' ? jsonIn(body.text) : sent
  const { 'x-amz-sns-topic-arn': topic, 'x-amz-sns-message-id': deliveryId } = headers
  const sns = {
    topic,
    deliveryId,
    value: typeof value === 'string' ? null : value,
    text: body.kind === 'text' ? body.text : textAt(value),
  }
  return { ...membersOf(value), Type: 'Notification', sns }
}

function membersOf(value: unknown): object {
  return isObject(value) ? value : {}
}
