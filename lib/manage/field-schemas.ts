import * as z from 'zod'
import { type AnyField, type NamesField, splitNames, type TextField } from '../model/fields.js'
import { countCodePoints } from '../text/code-points.js'
import { isWebUrl } from '../text/links.js'
import { cleanName } from '../text/names.js'

// For descriptions only: what is left of a name once it is cleaned decides.
const VISIBLE = '[^\\s\\x00-\\x1f\\x7f-\\x9f]'
const VISIBLE_WITHOUT_COMMA = `^[^,]*[^,\\s\\x00-\\x1f\\x7f-\\x9f][^,]*$`
const MAX_RATE = 1_000_000
// PostgreSQL can store neither.
const UNSTORABLE = /[\0\p{Surrogate}]/gu

/** Schemas of these fields, by their names in the API. */
export function shapeOf(fields: readonly AnyField[]): Record<string, z.ZodType> {
  return Object.fromEntries(fields.map((field) => [field.wire, schemaOf(field)]))
}

function schemaOf(field: AnyField): z.ZodType {
  if (field.kind === 'text' && field.required) return requiredText(field)
  return valueSchema(field).nullish()
}

function valueSchema(field: AnyField): z.ZodType {
  switch (field.kind) {
    case 'text':
      return textSchema(field)
    case 'flag':
      return z.boolean()
    case 'time':
      return z.int().min(0)
    case 'choice':
      return z.enum(field.choices)
    case 'rate':
      return RATE
    case 'names':
      return namesSchema(field)
  }
}

const RATE = z.object({
  per_second: z.number().positive().max(MAX_RATE),
  burst: z.int().min(1).max(MAX_RATE),
})

function namesSchema({ mostNames, mostLetters }: NamesField): z.ZodType {
  const name = z
    .string()
    .overwrite(cleanName)
    .refine((text) => text !== '' && !text.includes(','), 'expected a name without a comma')
    .refine((text) => countCodePoints(text) <= mostLetters, `at most ${mostLetters} characters`)
    .meta({ minLength: 1, maxLength: mostLetters, pattern: VISIBLE_WITHOUT_COMMA })
  const list = z.array(name).max(mostNames, `at most ${mostNames} names`)
  return z.preprocess((sent) => (typeof sent === 'string' ? splitNames(sent) : sent), list)
}

function requiredText(field: TextField): z.ZodType {
  return textSchema(field)
    .refine((text) => text !== '', `expected 1 to ${field.most} characters`)
    .meta({ minLength: 1, maxLength: field.most, pattern: VISIBLE })
}

function textSchema({ most, shape }: TextField): z.ZodType<string> {
  const text = z
    .string()
    .overwrite(shape === undefined ? cleanName : storable)
    .refine((text) => countCodePoints(text) <= most, `at most ${most} characters`)
    .meta({ maxLength: most })
  if (shape !== 'url') return text
  return text
    .refine(isWebAddress, 'expected an http or https URL')
    .meta({ maxLength: most, pattern: '^$|^https?://' })
}

function storable(text: string): string {
  return text.replace(UNSTORABLE, '\ufffd')
}

/** An empty text is valid: it means no picture. */
function isWebAddress(text: string): boolean {
  return text === '' || isWebUrl(text)
}
