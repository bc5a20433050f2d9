/** What a topic delivers, taken out of its envelope. */
export interface Delivery {
  readonly topic: string
  readonly subject: string
  /** JSON that was a text in the envelope; null if it is none. */
  readonly value: unknown
  readonly text: string
  readonly deliveryId: string
  readonly at: number | null
}

/** The name at the end of an ARN. */
export function lastOf(arn: string): string {
  return arn.slice(arn.lastIndexOf(':') + 1)
}
