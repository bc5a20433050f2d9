import type { Template } from '../model/template.js'
import type { Format } from './format.js'
import { formatOf, TEMPLATE } from './templates/template-format.js'

/** Stands for the template of a webhook, which only the reader of its requests has. */
export const OWN_TEMPLATE: Format = {
  name: TEMPLATE,
  title: 'Template',
  read: () => ({
    kind: 'refuse',
    path: '',
    reason: 'the webhook has no template; write one in its form, or send the API a `template`',
  }),
}

/** A format, or what the template of the webhook makes of it. */
export function withTemplate(format: Format, template: Template | null): Format {
  return format === OWN_TEMPLATE && template ? formatOf(template) : format
}
