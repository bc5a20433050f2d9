import type { MaybePromise } from '../adapters/types.js'
import type * as schemas from '../manage/schemas.js'
import { WebhookError } from '../model/errors.js'
import type { JsonObject } from './json-body.js'

/** The schemas are loaded at the first call that needs one. */
function parse<Body>(pick: (from: typeof schemas) => (body: JsonObject) => Body) {
  return async (body: JsonObject): Promise<Body> => pick(await import('../manage/schemas.js'))(body)
}

const BODIES = {
  webhook: parse(({ parseWebhook }) => parseWebhook),
  regenerate: parse(({ parseRegenerate }) => parseRegenerate),
  revoke: parse(({ parseRevoke }) => parseRevoke),
  test: parse(({ parseTest }) => parseTest),
  settings: parse(({ parseSettingsPatch }) => parseSettingsPatch),
  press: readOption,
  login: readAttempt,
}

/** What bodies become when they are read, by their names in the tables of routes. */
export type Bodies = {
  readonly [Name in keyof typeof BODIES]: Awaited<ReturnType<(typeof BODIES)[Name]>>
}

/** They throw the error of the first invalid member. */
export const BODY_READERS: {
  readonly [Name in keyof Bodies]: (body: JsonObject) => MaybePromise<Bodies[Name]>
} = BODIES

function readOption({ selected_option: option }: JsonObject): string {
  if (option === undefined || option === null) return ''
  if (typeof option === 'string') return option
  throw new WebhookError('invalid_body', { params: { name: 'selected_option' } })
}

function readAttempt({ login_id: loginId, password }: JsonObject) {
  return { loginId, password }
}
