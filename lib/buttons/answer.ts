import { type Members, readMembers, Reading, wrongType } from '../native/payload/reading.js'
import { isObject } from '../model/json.js'
import { isLinkTarget } from '../text/links.js'
import { memberNames } from '../native/payload/member-names.js'

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
  const warnings = new Reading()
  const answer = readMembers(value, '', ANSWER, warnings)
  const target = answer.string('goto_location')
  return {
    update: readUpdate(answer, warnings),
    ephemeralText: answer.string('ephemeral_text'),
    skipSlackParsing: answer.boolean('skip_slack_parsing'),
    gotoLocation: isLinkTarget(target, true) ? target : '',
    error: readError(answer, warnings),
  }
}

function readUpdate(answer: Members, warnings: Reading): PostUpdate | null {
  const value = answer.get('update')
  if (value === undefined) return null
  const update = readMembers(value, 'update', UPDATE, warnings)
  const props = update.get('props')
  if (props !== undefined && !isObject(props)) {
    throw wrongType('update.props', 'an object', props)
  }
  // Unlike in a payload, an empty text counts: it clears the message.
  const cleared = isObject(value) && value['message'] === ''
  const message = update.string('message')
  return { message: message === '' && !cleared ? null : message, props: props ?? null }
}

function readError(answer: Members, warnings: Reading): string {
  const value = answer.get('error')
  if (value === undefined) return ''
  const message = readMembers(value, 'error', ERROR, warnings).string('message')
  return message
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, MAX_ERROR_LENGTH)
    .toWellFormed()
}
