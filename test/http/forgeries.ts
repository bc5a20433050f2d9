import type { SentHeaders } from '../support/signing-senders.js'

/** What nobody has signed. */
export const FORGED = 'forged'
const LINK = 'https://forged.test/'

/** A request with more in it than its sender has signed. */
export interface Forgery {
  readonly title: string
  readonly method?: 'post' | 'put'
  /** What comes after the address of the webhook. */
  readonly end: string
  readonly headers?: SentHeaders
  readonly body: string
  /** Where only the body is proven: what is shown of it, or the error. */
  readonly shown: string | number
  /** What the sender is told of. */
  readonly named: readonly string[]
}

const EVENT =
  '{"specversion":"1.0","id":"1","source":"/s","type":"a.b","data":{"message":"signed"}}'
/** A payload for the query. */
export const PAYLOAD = encodeURIComponent(`{"text":"${FORGED}"}`)

/** Ways to say something beside the body that reached readers. */
export const FORGERIES: readonly Forgery[] = [
  {
    title: 'a title and a link in the query of ntfy',
    end: `/ntfy?title=${FORGED}&click=${LINK}`,
    body: 'signed',
    shown: 'signed',
    named: ['?title', '?click'],
  },
  {
    title: 'the same with the format in the query',
    end: `?format=ntfy&title=${FORGED}&click=${LINK}`,
    body: 'signed',
    shown: 'signed',
    named: ['?title', '?click'],
  },
  {
    title: 'the same with PUT',
    method: 'put',
    end: `/ntfy?t=${FORGED}`,
    body: 'signed',
    shown: 'signed',
    named: ['?t'],
  },
  {
    title: 'a title and a link in headers of ntfy',
    end: '/ntfy',
    headers: { Title: FORGED, 'X-Click': LINK },
    body: 'signed',
    shown: 'signed',
    named: ['title', 'x-click'],
  },
  {
    title: 'a message of ntfy without a body',
    end: `/ntfy?message=${FORGED}`,
    body: '',
    shown: 400,
    named: ['?message'],
  },
  {
    title: 'a payload in the query',
    end: `?payload=${PAYLOAD}`,
    body: '',
    shown: 400,
    named: ['?payload'],
  },
  {
    title: 'an event of CloudEvents in headers',
    end: '/cloudevents',
    headers: { 'ce-specversion': '1.0', 'ce-type': FORGED, 'ce-subject': FORGED, 'ce-id': '1' },
    body: '{"message":"signed"}',
    shown: 400,
    named: ['ce-specversion'],
  },
  {
    title: 'such an event around another one',
    end: '/cloudevents',
    headers: { 'ce-specversion': '1.0', 'ce-type': FORGED, 'ce-source': FORGED, 'ce-id': '1' },
    body: EVENT,
    shown: 'signed',
    named: ['ce-specversion'],
  },
  {
    title: 'the topic of a raw message of Amazon SNS',
    end: '/sns',
    headers: {
      'x-amz-sns-message-type': 'Notification',
      'x-amz-sns-topic-arn': `arn:aws:sns:eu-west-1:1:${FORGED}`,
    },
    body: '{"a":"signed"}',
    shown: 400,
    named: ['x-amz-sns-message-type'],
  },
]
