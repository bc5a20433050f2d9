import { memberNames, Members, Reading } from '../native/payload/reading.js'
import { isObject } from '../model/json.js'
import { isLinkTarget } from '../text/links.js'

/** An integration's update of a post. */
export interface PostUpdate {
  /** Null keeps the current text. */
  readonly message: string | null
  /** Null keeps the current properties. */
  readonly props: Readonly<Record<string, unknown>> | null
}

/** An integration's response to a press. On the wire it has the reference's names. */
export interface IntegrationAnswer {
  readonly update: PostUpdate | null
  /** Shown only to the user who pressed; not stored. */
  readonly ephemeralText: string
  /** Texts are Markdown and are not translated. */
  readonly skipSlackParsing: boolean
  /** The URL to open for the user, or `''`. */
  readonly gotoLocation: string
  /** The error to show to the user, or `''`. */
  readonly error: string
}

const ANSWER = memberNames(`
  update ephemeral_text skip_slack_parsing goto_location error
`)
const ERROR = new Set(['message'])
const UPDATE = new Set(['message', 'props'])
const MAX_ERROR_LENGTH = 500

/** Reads the response. Throws `payload_unparsable` if a member has the wrong type. */
export function readAnswer(value: Readonly<Record<string, unknown>>): IntegrationAnswer {
  const answer = new Members(value, '', ANSWER, new Reading())
  const target = answer.string('goto_location')
  return {
    update: readUpdate(answer),
    ephemeralText: answer.string('ephemeral_text'),
    skipSlackParsing: answer.boolean('skip_slack_parsing'),
    gotoLocation: isLinkTarget(target, true) ? target : '',
    error: readError(answer),
  }
}

function readUpdate(answer: Members): PostUpdate | null {
  const update = answer.inner('update', UPDATE)
  if (update === null) return null
  const props = update.get('props')
  if (props !== undefined && !isObject(props)) throw update.wrong('props', 'an object')
  const value = answer.get('update')
  // Unlike in a payload, an empty text counts: it clears the message.
  const cleared = isObject(value) && value['message'] === ''
  const message = update.string('message')
  return { message: message === '' && !cleared ? null : message, props: props ?? null }
}

function readError(answer: Members): string {
  const sent = answer.get('error')
  const message =
    typeof sent === 'string' ? sent : (answer.inner('error', ERROR)?.string('message') ?? '')
  return message
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, MAX_ERROR_LENGTH)
    .toWellFormed()
}
