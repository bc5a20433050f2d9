import { valueOf } from '../../body-value.js'
import type { Draft } from '../../drafts/draft.js'
import { code, prose } from '../../drafts/pieces.js'
import { factsOf } from '../../event-facts.js'
import type { Format, FormatReading, FormatRequest } from '../../format.js'
import { textAt, timeAt } from '../../json-members.js'
import { cut, fieldsOf, linked, memberFields } from '../event.js'
import { jsonIn } from '../json-in.js'
import { readAlarm } from './alarm.js'
import { type Delivery, lastOf } from './delivery.js'
import { readEventBridge } from './event-bridge.js'
import { readKnown } from './notices.js'

/** Amazon SNS, and what AWS sends through it. */
export const sns: Format = {
  name: 'sns',
  title: 'Amazon SNS',
  isMonitoring: true,
  detect: ({ headers, body }) => {
    if (headers['x-amz-sns-message-type'] !== undefined) return 'header'
    return body.kind === 'json' && isEnvelope(body.value) ? 'body' : null
  },
  read: (request) => {
    const value = valueOf(request.body)
    if (isEnvelope(value)) return readEnvelope(value)
    if (request.headers['x-amz-sns-message-type'] !== 'Notification') {
      return { kind: 'refuse', path: 'Type', reason: 'is missing' }
    }
    return readMessage(rawOf(request))
  },
}

const TYPES = new Set(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation'])

function isEnvelope(value: unknown): boolean {
  return TYPES.has(textAt(value, 'Type')) && textAt(value, 'TopicArn') !== ''
}

function readEnvelope(value: unknown): FormatReading {
  const type = textAt(value, 'Type')
  if (type !== 'Notification') return readSubscription(value, type)
  const text = textAt(value, 'Message')
  return readMessage({
    topic: textAt(value, 'TopicArn'),
    subject: textAt(value, 'Subject'),
    value: jsonIn(text),
    text,
    deliveryId: textAt(value, 'MessageId'),
    at: timeAt(value, 'Timestamp'),
  })
}

/** "Raw message delivery": the envelope is in the headers. */
function rawOf({ headers, body }: FormatRequest): Delivery {
  const value = body.kind === 'text' ? jsonIn(body.text) : valueOf(body)
  return {
    topic: headers['x-amz-sns-topic-arn'] ?? '',
    subject: '',
    value: typeof value === 'string' ? null : value,
    text: body.kind === 'text' ? body.text : textAt(value),
    deliveryId: headers['x-amz-sns-message-id'] ?? '',
    at: null,
  }
}

/** Nobody but a person may open the address: whoever has the key could subscribe us to anything. */
function readSubscription(value: unknown, type: string): FormatReading {
  const topic = textAt(value, 'TopicArn')
  const isNew = type === 'SubscriptionConfirmation'
  const url = textAt(value, 'SubscribeURL')
  const isOfAws = isAddressOfAws(url)
  const name = cut(lastOf(topic), 100)
  const label = isNew
    ? `Confirm the subscription to ${name}`
    : `The subscription to ${name} has ended`
  const button = isNew ? 'Confirm' : 'Subscribe again'
  const draft: Draft = {
    title: linked(isOfAws ? url : '', label),
    cards: [
      {
        color: isNew ? 'warning' : 'neutral',
        text: isNew ? subscriptionText(isOfAws) : '',
        fields: fieldsOf(['Topic', topic === '' ? '' : code(topic)]),
        links: isOfAws ? [{ text: button, url }] : [],
      },
    ],
  }
  const event = isNew ? 'subscription.requested' : 'subscription.ended'
  const deliveryId = textAt(value, 'MessageId')
  const facts = factsOf(event, { deliveryId, at: timeAt(value, 'Timestamp') })
  return { kind: 'message', draft, event: facts }
}

function subscriptionText(isOfAws: boolean): string {
  if (!isOfAws) return 'The address that confirms it is not one of AWS, so it is not shown.'
  return 'AWS sends nothing here until somebody opens this link. Do so only if you know the topic.'
}

const HOST = /^sns\.[a-z0-9-]{1,40}\.amazonaws\.com(?:\.cn)?$/

function isAddressOfAws(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, host } = new URL(url)
  return protocol === 'https:' && HOST.test(host)
}

function readMessage(delivery: Delivery): FormatReading {
  return (
    readAlarm(delivery) ?? readEventBridge(delivery) ?? readKnown(delivery) ?? readText(delivery)
  )
}

/** A message of anybody's program. Of JSON that nobody explains, the first texts are shown. */
function readText({ topic, subject, value, text, deliveryId, at }: Delivery): FormatReading {
  const name = lastOf(topic) || 'a topic'
  const title = subject === '' ? `A message on ${name}` : `${subject} (${name})`
  const draft: Draft = {
    title: cut(title, 180),
    cards: [
      value === null
        ? { color: 'neutral', text: prose(text) }
        : { color: 'neutral', fields: fieldsOf(...memberFields(value)) },
    ],
  }
  return { kind: 'message', draft, event: factsOf('message', { deliveryId, at }) }
}
