import { code, cut, note, type Report, textAt } from '../../kit.js'
import { lastOf } from './delivery.js'

/** Nobody but a person may open the address: whoever has the key could subscribe us to anything. */
const SHOWN = {
  url: addressIn,
  fields: { Topic: (body) => code(textAt(body, 'sns', 'topic')) },
} satisfies Partial<Report>

export const REQUESTED: Report = {
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

export const ENDED: Report = {
  ...SHOWN,
  when: (body) => textAt(body, 'Type') === 'UnsubscribeConfirmation',
  event: () => 'subscription.ended',
  meaning: note('Ended'),
  title: (body) => `The subscription to ${topicIn(body)} has ended`,
  links: { 'Subscribe again': addressIn },
}

function topicIn(body: unknown): string {
  return cut(lastOf(textAt(body, 'sns', 'topic')), 100)
}

const HOST = /^sns\.[a-z0-9-]{1,40}\.amazonaws\.com(?:\.cn)?$/

/** The address that subscribes, if it is one of AWS. */
function addressIn(body: unknown): string {
  const url = textAt(body, 'sns', 'url')
  if (!URL.canParse(url)) return ''
  const { protocol, host } = new URL(url)
  return protocol === 'https:' && HOST.test(host) ? url : ''
}
