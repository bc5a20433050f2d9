import { code, cut, hasTexts, note, type Report, textAt } from '../../kit.js'

/** Whether what is delivered is JSON with these texts. */
export function holds(...names: readonly string[]): (body: unknown) => boolean {
  return (body) => hasTexts(body, ...names)
}

/** The name at the end of an ARN. */
export function lastOf(arn: string): string {
  return arn.slice(arn.lastIndexOf(':') + 1)
}

/** Nobody but a person may open the address: whoever has the key could subscribe us to anything. */
const SHOWN = {
  url: addressIn,
  fields: { Topic: (body) => code(textAt(body, 'sns.topic')) },
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
