import {
  at,
  claimed,
  cut,
  type FormatRequest,
  hasTexts,
  isObject,
  jsonIn,
  namesIn,
  note,
  type Report,
  reporter,
  textAt,
  textsAt,
  valueOf,
} from '../../kit.js'
import { ALARM } from './alarm.js'
import { ENDED, lastOf, REQUESTED } from './delivery.js'
import { BRIDGED } from './event-bridge.js'
import { NOTICES } from './notices.js'

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
