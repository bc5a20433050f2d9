/**
 * How a webhook shows what it gets, in texts with `{{…}}` (docs/templates.md). What values write is data:
 * it neither mentions nor formats. Stores keep it as JSON, as the API has it.
 */
export interface Template {
  /** One line. */
  readonly title?: string
  /** Where the title leads, an http or https URL. */
  readonly link?: string
  /** The colour of the bar: `#` and six hexadecimal digits, `good`, `warning`, `bad` or `neutral`. */
  readonly color?: string
  /** Below the title. */
  readonly body?: string
  /** A table below the body; rows without a value are left out. */
  readonly fields?: readonly TemplateField[]
  /** The name of the incident that it is about. */
  readonly incident?: string
  /** The state of the incident. */
  readonly state?: string
}

/** A row of the table. */
export interface TemplateField {
  readonly title: string
  readonly value: string
}
