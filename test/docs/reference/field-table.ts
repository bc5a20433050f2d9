import { WEBHOOK_SCHEMAS } from '../../../lib/manage/bodies.js'
import { type AnyField, fieldNames } from '../../../lib/model/fields.js'
import { MAX_RULES, MAX_TEMPLATE_FIELDS } from '../../../lib/model/limits.js'
import { CLIENT_SETTINGS } from '../../../lib/model/settings-fields.js'
import { CALLER_FIELDS, type CallerField } from '../../../lib/model/webhook-fields.js'
import { FIELD_TEXTS, OTHER_FIELDS, type OtherField, OWN_CHANNEL } from './field-texts.js'
import { code, figure, listed, tableOf } from './markdown-table.js'

const TYPES: Readonly<Record<AnyField['kind'], string>> = {
  text: 'string',
  flag: 'boolean',
  time: 'integer',
  choice: 'string',
  rate: 'object',
  names: 'strings',
  period: 'integer',
  rules: 'objects',
  template: 'object',
}

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
      type: TYPES[field.kind],
      meaning: FIELD_TEXTS[name],
      limits: limitsOf(field),
    }
  })
  return tableOf(
    ['field', 'type', 'meaning', 'limits'],
    [OWN_CHANNEL, ...fields, ...OTHER_FIELDS].map((each) => [
      code(each.name),
      each.type,
      each.meaning,
      each.limits,
    ]),
  )
}

function limitsOf(field: CallerField): string {
  const limits = [
    ...(isRequired(field) ? ['required'] : []),
    ...lengthOf(field),
    ...(field.allowedBy ? [`needs ${code(CLIENT_SETTINGS[field.allowedBy].wire)}`] : []),
    ...(field.onlyAdministrators ? ['administrators only'] : []),
    ...absent(field),
  ]
  return limits.join('; ')
}

function lengthOf(field: CallerField): readonly string[] {
  switch (field.kind) {
    case 'text': {
      const what = field.shape === 'url' ? 'http or https URL; ' : ''
      return [`${what}${field.required ? '1 to ' : ''}${figure(field.most)} characters`]
    }
    case 'choice':
      return [
        listed(
          field.choices.map((choice) => code(choice || '""')),
          'or',
        ),
      ]
    case 'names': {
      const what = field.shape === 'networks' ? 'addresses or networks' : 'names'
      return [`${field.mostNames} ${what} of ${field.mostLetters} characters`]
    }
    case 'period':
      return [`0, or ${figure(field.least)} to ${figure(field.most)} seconds`]
    case 'rules':
      return [`${MAX_RULES} rules`]
    case 'template':
      return [`4 KiB, and ${MAX_TEMPLATE_FIELDS} rows of \`fields\``]
    default:
      return []
  }
}

function absent(field: CallerField): readonly string[] {
  if (isRequired(field) || field.absentKeeps) return []
  return [`absent: ${code(JSON.stringify(field.initial))}`]
}

function isRequired(field: CallerField): boolean {
  return field.kind === 'text' && field.required === true
}
