import { WEBHOOK_SCHEMAS } from '../../../lib/manage/bodies.js'
import { fieldNames } from '../../../lib/model/fields.js'
import { MAX_RULES, MAX_TEMPLATE_FIELDS } from '../../../lib/model/limits.js'
import { CLIENT_SETTINGS } from '../../../lib/model/settings-fields.js'
import { CALLER_FIELDS, type CallerField } from '../../../lib/model/webhook-fields.js'
import { FIELD_TEXTS, OTHER_FIELDS, type OtherField, OWN_CHANNEL } from './field-texts.js'
import { code, figure, listed, tableOf } from './markdown-table.js'

/** The names that the schema of such a body has. */
export const BODY_NAMES: readonly string[] = Object.keys(WEBHOOK_SCHEMAS).map((name) =>
  name.replace('?', ''),
)

/** The fields of a body that creates or changes a webhook. */
export function fieldsOfABody(): readonly string[] {
  const fields = fieldNames(CALLER_FIELDS).map((name): OtherField => {
    const field: CallerField = CALLER_FIELDS[name]
    return {
      name: field.wire,
      value: valueOf(field),
      meaning: FIELD_TEXTS[name],
    }
  })
  return tableOf(
    ['field', 'value', 'meaning'],
    [OWN_CHANNEL, ...fields, ...OTHER_FIELDS].map((each) => [
      each.name.split(', ').map(code).join(', '),
      each.value,
      each.meaning,
    ]),
  )
}

function valueOf(field: CallerField): string {
  const limits = [
    kindOf(field),
    ...(isRequired(field) ? ['required'] : []),
    ...(field.allowedBy ? [`needs ${code(CLIENT_SETTINGS[field.allowedBy].wire)}`] : []),
    ...(field.onlyAdministrators ? ['administrators only'] : []),
    ...absent(field),
  ]
  return limits.join('; ')
}

function kindOf(field: CallerField): string {
  switch (field.kind) {
    case 'text': {
      const what = field.shape === 'url' ? 'http or https URL; ' : ''
      return `${what}${field.required ? '1 to ' : ''}${figure(field.most)} characters`
    }
    case 'choice':
      return listed(
        field.choices.map((choice) => code(choice || '""')),
        'or',
      )
    case 'names':
      return `${field.mostNames} strings of ${field.mostLetters} characters`
    case 'period':
      return `0, or ${figure(field.least)} to ${figure(field.most)}`
    case 'rules':
      return `${MAX_RULES} objects`
    case 'template':
      return `object of 4 KiB, with ${MAX_TEMPLATE_FIELDS} \`fields\``
    case 'flag':
      return 'boolean'
    case 'time':
      return 'integer'
    case 'rate':
      return 'object'
  }
}

function absent(field: CallerField): readonly string[] {
  if (isRequired(field) || field.absentKeeps) return []
  return [`absent: ${code(JSON.stringify(field.initial))}`]
}

function isRequired(field: CallerField): boolean {
  return field.kind === 'text' && field.required === true
}
