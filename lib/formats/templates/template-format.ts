import type { Template } from '../../model/template.js'
import type { Format } from '../format.js'

/** The name by which webhooks choose their own template. */
export const TEMPLATE = 'template'

/** What is wrong with a template, in words. */
export interface TemplateFault {
  /** Such as `body` or `fields.0.value`. */
  readonly slot: string
  /** From 1. */
  readonly line: number
  /** From 1, in code points. */
  readonly column: number
  readonly reason: string
}

/** The first fault; null if the template can be saved. */
export function faultIn(template: Template): TemplateFault | null {
  throw new Error(`not built: ${Object.keys(template).join(' ')}`)
}

/** Reads any JSON or form as the template shows it. Throws a `TypeError` for one that has a fault. */
export function formatOf(template: Template): Format {
  throw new Error(`not built: ${Object.keys(template).join(' ')}`)
}
