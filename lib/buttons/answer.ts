import { isObject, type Members, readMembers, Reading, wrongType } from '../formats/reading.js'
import { isLinkTarget } from '../text/links.js'
import { memberNames } from '../formats/member-names.js'

/** What an integration wants done with a post. */
export interface PostUpdate {
  /** Null: stays. */
  readonly message: string | null
  /** Null: stay. */
  readonly props: Readonly<Record<string, unknown>> | null
}

/** What an integration answers to a press, in the reference's names on the wire. */
export interface IntegrationAnswer {
  readonly update: PostUpdate | null
  /** For the presser alone; stored nowhere. */
  readonly ephemeralText: string
  /** Texts are shown as they are, not as Slack's. */
  readonly skipSlackParsing: boolean
  /** Where the presser is led, `''` for nowhere. */
  readonly gotoLocation: string
  /** Why it refuses, for the presser; `''` unless it does. */
  readonly error: string
}

const ANSWER = memberNames(`
  update ephemeral_text skip_slack_parsing goto_location error
`)
const ERROR = new Set(['message'])
const UPDATE = new Set(['message', 'props'])
const MAX_ERROR_LENGTH = 500

/** Reads the answer. Throws `payload_unparsable` where a member has a wrong type. */
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
  // Here an empty text is one: it clears the message.
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
