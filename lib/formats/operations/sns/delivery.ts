import { type Report, textAt } from '../../kit.js'

/** What is known of all that topics deliver: reports read its JSON, and the envelope as `sns`. */
export const DELIVERED = { deliveryId: 'sns.deliveryId', at: 'sns.at' } satisfies Partial<Report>

/** Whether what is delivered is JSON with these texts. */
export function holds(...names: readonly string[]): (body: unknown) => boolean {
  return (body) => names.every((name) => textAt(body, name) !== '')
}

/** The name at the end of an ARN. */
export function lastOf(arn: string): string {
  return arn.slice(arn.lastIndexOf(':') + 1)
}
