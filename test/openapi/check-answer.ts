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

const DOCUMENT = 'document'

interface Media {
  readonly schema?: unknown
}

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

interface Route {
  readonly parts: number
  readonly shape: RegExp
  readonly hasParameters: boolean
  readonly method: string
  readonly pointer: string
  readonly answers: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>
}

/** Finds what of an answer a document does not describe. */
export class AnswerChecker {
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true })
  /** By how many parts their paths have. */
  readonly #routes: ReadonlyMap<number, readonly Route[]>
  readonly #validators = new Map<string, ValidateFunction>()

  constructor(document: Described) {
    addFormats.default(this.#ajv)
    this.#ajv.addSchema(document, DOCUMENT)
    this.#routes = byParts(routesOf(document))
  }

  /** Whether the answer is one of a described route. */
  knows({ method, path }: Pick<Answer, 'method' | 'path'>): boolean {
    return this.#routeOf(method, path) !== undefined
  }

  /** Null: everything is described. */
  mistakeIn({ method, path, status, type, body }: Answer): string | null {
    const route = this.#routeOf(method, path)
    if (!route) return null
    const name = `${method} ${path}: ${status} ${type}`
    // Faults of the host itself are answered by its own page.
    if (status === 500) return null
    const answer = route.answers[status]
    if (!answer) return `${name}: no such status`
    const media = type.split(';')[0]?.trim() ?? ''
    // No lines at all are an answer, too.
    if (body === '' && media !== 'application/x-ndjson') {
      return answer.content && isWithBody(answer.content) ? `${name}: empty` : null
    }
    if (!answer.content?.[media]) return `${name}: no such type`
    const pointer = `${route.pointer}/responses/${status}/content/${escaped(media)}/schema`
    const validate = this.#validatorOf(pointer)
    const value = media === 'application/json' ? parsed(body) : body
    return validate(value) ? null : `${name}: ${this.#ajv.errorsText(validate.errors)} in ${body}`
  }

  #routeOf(method: string, path: string): Route | undefined {
    const routes = this.#routes.get(partsOf(path)) ?? []
    const there = routes.filter(({ shape }) => isAt(shape, path))
    // A path without parameters goes before one with them, also for methods that it does not have.
    const exact = there.filter(({ hasParameters }) => !hasParameters)
    return (exact.length > 0 ? exact : there).find((route) => route.method === method)
  }

  #validatorOf(pointer: string): ValidateFunction {
    const known = this.#validators.get(pointer)
    if (known) return known
    const made = this.#ajv.compile({ $ref: `${DOCUMENT}#${pointer}` })
    this.#validators.set(pointer, made)
    return made
  }
}

/** Undefined, which no schema allows, if it is no JSON. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function isWithBody(content: Readonly<Record<string, Media>>): boolean {
  return Object.keys(content).length > 0
}

function routesOf({ paths }: Described): readonly Route[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]): Route[] => {
      if (!isOperation(operation)) return []
      return [
        {
          parts: partsOf(path),
          shape: shapeOf(path),
          hasParameters: path.includes('{'),
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

function byParts(routes: readonly Route[]): ReadonlyMap<number, readonly Route[]> {
  const groups = new Map<number, Route[]>()
  for (const route of routes) {
    const group = groups.get(route.parts)
    if (group) group.push(route)
    else groups.set(route.parts, [route])
  }
  return groups
}

/** A slash in the end makes no part. */
function partsOf(path: string): number {
  return path.replace(/\/$/, '').split('/').length
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
