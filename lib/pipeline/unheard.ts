import { WebhookError } from '../model/errors.js'
import type { HookWarning } from '../model/records.js'
import { firstNameable } from '../rules/nameable.js'
import type { HookRequest } from './request.js'

const WHY = 'the signature covers the body alone'

/** What can be done about it, where that is more than to say it in the body. */
const ADVICE: Readonly<Record<string, string>> = {
  'Correlation-Key': '; the member correlation_key of the body names an incident',
}

/** Names that had no effect; those of the query begin with `?`. */
function unheardIn(request: HookRequest): ReturnType<typeof firstNameable> {
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
