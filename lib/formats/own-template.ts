import type { Template } from '../model/template.js'
import type { Format } from './format.js'
import { FaultyTemplate } from './templates/compile.js'
import { formatOf, TEMPLATE } from './templates/template-format.js'

/** Stands for the template of a webhook, which only the reader of its requests has. */
export const OWN_TEMPLATE = refusing(
  'the webhook has no template; write one in its form, or send the API a `template`',
)

/** A format, or what the template of the webhook makes of it. */
export function withTemplate(format: Format, template: Template | null): Format {
  if (format !== OWN_TEMPLATE || !template) return format
  const source = JSON.stringify(template)
  const made = RECENT.get(source) ?? usable(template)
  RECENT.delete(source)
  const [oldest] = RECENT.size < MOST_RECENT ? [] : RECENT.keys()
  if (oldest !== undefined) RECENT.delete(oldest)
  RECENT.set(source, made)
  return made
}

// By their texts, as stores return a copy for each request. To parse one takes twice as long as to use it.
const RECENT = new Map<string, Format>()
const MOST_RECENT = 100

/** A newer version may have stored a template that this one does not understand. */
function usable(template: Template): Format {
  try {
    return formatOf(template)
  } catch (error) {
    if (!(error instanceof FaultyTemplate)) throw error
    return refusing(`the template of the webhook has a fault in ${error.message}`)
  }
}

function refusing(reason: string): Format {
  const read: Format['read'] = () => ({ kind: 'refuse', path: '', reason })
  return { name: TEMPLATE, title: 'Template', read }
}
