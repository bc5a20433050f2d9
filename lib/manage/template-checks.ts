import { faultIn } from '../formats/templates/template-format.js'
import { templateIn } from '../model/fields.js'
import * as json from '../model/json-schema.js'
import { MAX_TEMPLATE_FIELDS, MAX_TEMPLATE_LENGTH } from '../model/limits.js'
import { type Check, inside, refused } from '../model/sent.js'
import { SLOTS, type Template, type TemplateField } from '../model/template.js'
import * as check from './checks.js'

const SLOT = check.text({ most: MAX_TEMPLATE_LENGTH, clean: check.storable })

const ROW = check.object<TemplateField>({
  title: check.optional(SLOT, ''),
  value: check.text({
    most: MAX_TEMPLATE_LENGTH,
    ifEmpty: 'expected a text, such as {{customer.name}}',
    clean: check.storable,
  }),
})

const ROWS: Check<readonly TemplateField[]> = {
  schema: {
    ...json.listOf({ ...ROW.schema, additionalProperties: false }),
    maxItems: MAX_TEMPLATE_FIELDS,
  },
  read: (sent) => {
    if (!Array.isArray(sent.value)) throw refused(sent, 'expected a list of objects')
    return check.elementsOf(sent, MAX_TEMPLATE_FIELDS).map((row) => {
      check.onlyKnown(row, ['title', 'value'])
      return ROW.read(row)
    })
  },
}

const MEMBERS = check.someOf<Template>({
  title: SLOT,
  link: SLOT,
  color: SLOT,
  body: SLOT,
  fields: ROWS,
  incident: SLOT,
  state: SLOT,
})

/** The template of a webhook, without the slots that are empty. */
export const TEMPLATE: Check<Template> = {
  schema: MEMBERS.schema,
  read: (sent) => {
    const template = templateIn(MEMBERS.read(sent))
    if (template === null) throw refused(sent, `one of ${SLOTS.join(', ')} must not be empty`)
    const fault = faultIn(template)
    if (fault === null) return template
    const { slot, line, column, reason } = fault
    throw refused(inside(sent, slot, null), `line ${line}, column ${column}: ${reason}`)
  },
}
