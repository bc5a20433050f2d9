import type { FormatRequest } from '../formats/format-request.js'
import type { Asked } from '../formats/registry.js'
import type { LabelledBody } from '../native/body/sent.js'
import type { Correlation } from '../rules/together.js'
import { WebhookError } from '../model/errors.js'
import type { HookWarning } from '../model/records.js'
import { firstNameable } from '../rules/nameable.js'

/** A request to a webhook, as the pipeline takes it. */
export interface HookRequest extends LabelledBody {
  /** What formats may look at besides the body. Absent without HTTP. */
  readonly outside?: () => Omit<FormatRequest, 'body'>
  /** What headers and query say of the incident that the request is about. */
  readonly correlation?: Correlation
  /**
   * After it was read: names of headers, and of words of the query behind a `?`, that had no effect
   * because only the body is proven. Absent: all counted.
   */
  readonly unheard?: () => readonly string[]
  /** The format that the URL asks for. Absent: any. */
  readonly asked?: Asked
}

const WHY = 'the signature covers the body alone'

/** What can be done about it, where that is more than to say it in the body. */
const ADVICE: Readonly<Record<string, string>> = {
  'Correlation-Key': '; the member correlation_key of the body names an incident',
}

/** Names that had no effect; those of the query begin with `?`. */
function unheardIn(request: HookRequest) {
  return firstNameable(request.unheard?.() ?? [], (name) => name.replace(/^\?/, ''))
}

/** A warning for each header and word of the query that had no effect. */
export function unheardWarnings(request: HookRequest): readonly HookWarning[] {
  if (!request.unheard) return []
  const { names, others } = unheardIn(request)
  const warnings = names.map((path) => ({
    path,
    reason: `has no effect: ${WHY}${ADVICE[path] ?? ''}`,
  }))
  if (others === 0) return warnings
  return [
    ...warnings,
    { path: '', reason: `${others} more of headers and query have no effect: ${WHY}` },
  ]
}

/** The error of a request that could not be read, with what of it had no effect. */
export function withUnheard(error: unknown, request: HookRequest): unknown {
  if (!(error instanceof WebhookError)) return error
  const { names, others } = unheardIn(request)
  if (names.length + others === 0) return error
  const shown = names.length === 0 ? 'what headers and query say' : names.join(', ')
  const more = names.length > 0 && others > 0 ? ` and ${others} more` : ''
  const why = `${shown}${more} had no effect, because ${WHY}`
  const { code, params, retryAfterSeconds, detail } = error
  return new WebhookError(code, {
    params,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    cause: error,
    detail: detail === '' ? why : `${detail}; ${why}`,
  })
}
