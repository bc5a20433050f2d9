import { textAt } from '../../kit.js'

/** Whether what is delivered is JSON with these texts. */
export function holds(...names: readonly string[]): (body: unknown) => boolean {
  return (body) => names.every((name) => textAt(body, name) !== '')
}

/** The name at the end of an ARN. */
export function lastOf(arn: string): string {
  return arn.slice(arn.lastIndexOf(':') + 1)
}
