import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { isOwnKey } from '../../lib/rules/keys.js'

/** An answer that a server gave. */
export interface Answer {
  readonly method: string
  /** The path, without the query. */
  readonly path: string
  readonly status: number
  readonly type: string
  readonly body: string
}

interface Media {
  readonly schema?: unknown
}

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

interface Route {
  readonly shape: RegExp
  readonly method: string
  readonly pointer: string
  readonly answers: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>
}

/** Says what of an answer the document does not describe; null if nothing, or if it is of another server. */
export function answerChecker(document: Described): (answer: Answer) => string | null {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(document, 'document')
  const routes = routesOf(document)
  const validators = new Map<string, ValidateFunction>()
  const validatorOf = (pointer: string): ValidateFunction => {
    const known = validators.get(pointer)
    if (known) return known
    const made = ajv.compile({ $ref: `document#${pointer}` })
    validators.set(pointer, made)
    return made
  }
  return ({ method, path, status, type, body }) => {
    const here = routes.filter(({ shape }) => isAt(shape, path))
    const route = here.find((one) => one.method === method)
    if (!route) return null
    const name = `${method} ${path}: ${status} ${type}`
    // The host's own error page.
    if (status === 500) return null
    const answer = route.answers[status]
    if (!answer) return `${name}: no such status`
    if (body === '') return null
    const media = type.split(';')[0]?.trim() ?? ''
    if (!answer.content?.[media]) return `${name}: no such type`
    const pointer = `${route.pointer}/responses/${status}/content/${escaped(media)}/schema`
    const validate = validatorOf(pointer)
    const value: unknown = media === 'application/json' ? JSON.parse(body) : body
    return validate(value) ? null : `${name}: ${ajv.errorsText(validate.errors)} in ${body}`
  }
}

function routesOf({ paths }: Described): readonly Route[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]): Route[] => {
      if (!isOperation(operation)) return []
      return [
        {
          shape: shapeOf(path),
          method: method.toUpperCase(),
          pointer: `/paths/${escaped(path)}/${method}`,
          answers: operation.responses,
        },
      ]
    }),
  )
}

function isOperation(value: unknown): value is { readonly responses: Route['answers'] } {
  return typeof value === 'object' && value !== null && 'responses' in value
}

function shapeOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}/?$`)
}

/** Whether the path has that shape, and a key that may be one of ours. */
function isAt(shape: RegExp, path: string): boolean {
  const found = shape.exec(path)
  if (!found) return false
  const key = found.groups?.['key']
  return key === undefined || isOwnKey(key)
}

/** A member's name in a JSON pointer in a URI. */
function escaped(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))
}
