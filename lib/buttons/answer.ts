import type { CheckedManagement } from '../host/checked.js'
import { isServerOwned, readContent } from '../native/payload/payload-schema.js'
import { memberNames, Members, Reading } from '../native/payload/reading.js'
import { isObject } from '../model/json.js'
import type {
  HookChannel,
  IncomingWebhook,
  JsonValue,
  HookProps,
  HookSettings,
} from '../model/records.js'
import { isLinkTarget } from '../text/links.js'
import { readCard } from '../pipeline/cards.js'
import type { Change } from '../pipeline/own-posts.js'
import { compose, type ComposeOptions } from '../pipeline/compose.js'
import { render } from '../pipeline/render.js'
import { resolveWithin } from '../pipeline/resolve.js'
import { translate, type TranslateOptions } from '../native/message/translate.js'
import { failed } from './pressable.js'

/** An integration's response to a press. On the wire it has the reference's names. */
export type IntegrationAnswer = Readonly<ReturnType<typeof readAnswer>>

const ANSWER = memberNames(`
  update ephemeral_text skip_slack_parsing goto_location error
`)
const ERROR = new Set(['message'])
const UPDATE = new Set(['message', 'props'])
const MAX_ERROR_LENGTH = 500

/** Reads the response. Throws `payload_unparsable` if a member has the wrong type. */
export function readAnswer(value: Readonly<Record<string, unknown>>) {
  const answer = new Members(value, '', ANSWER, new Reading())
  const target = answer.string('goto_location')
  return {
    update: readUpdate(answer),
    /** Shown only to the user who pressed; not stored. */
    ephemeralText: answer.string('ephemeral_text'),
    /** Texts are Markdown and are not translated. */
    skipSlackParsing: answer.boolean('skip_slack_parsing'),
    /** The URL to open for the user, or `''`. */
    gotoLocation: isLinkTarget(target, true) ? target : '',
    /** The error to show to the user, or `''`. */
    error: readError(answer),
  }
}

type PostUpdate = Readonly<NonNullable<ReturnType<typeof readUpdate>>>

/** The update of the post. Null in it keeps the current text, or the current properties. */
function readUpdate(answer: Members) {
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

function readError(answer: Members) {
  const sent = answer.get('error')
  const message =
    typeof sent === 'string' ? sent : (answer.inner('error', ERROR)?.string('message') ?? '')
  return message
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, MAX_ERROR_LENGTH)
    .toWellFormed()
}

/** What is needed to compose a response. */
interface AnswerContext {
  readonly adapters: Pick<CheckedManagement, 'users'>
  readonly options: ComposeOptions & { readonly userIdPattern: RegExp }
  readonly webhook: IncomingWebhook
  readonly settings: HookSettings
  readonly channel: HookChannel
  readonly verbatim: boolean
}

/**
 * Prepares an update under the rules of a payload, and looks up mentioned users once. The author and server-owned properties do not
 * change.
 */
export async function prepareUpdate(update: PostUpdate, context: AnswerContext): Promise<Change> {
  const { attachments, ...own } = update.props ?? {}
  const payload = readContent({ text: update.message, attachments, props: own }, new Reading())
  const { value: message } = translate(payload, optionsOf(context))
  const resolved = await resolveWithin(context, message, context.adapters)
  const { value: posts } = compose(message, resolved, {
    ...context.options,
    // Only posts with attachments have buttons, so they were stored while attachments were shown.
    show: 'attachments',
  })
  const [composed] = posts
  if (!composed || posts.length > 1) throw failed('the update needs more than one post')
  const shown = composed.props['attachments']
  return (post) => {
    const props = update.props
      ? {
          ...message.props,
          ...ownedByServer(post.props),
          ...(shown && { attachments: shown }),
        }
      : post.props
    // Blocks of `props` may be a text, as those of a message are.
    const isKept = update.message === null && composed.message === ''
    const text = isKept ? post.message : composed.message
    if (text === '' && props['attachments'] === undefined) {
      throw failed('the update leaves nothing to show')
    }
    return { message: text, props }
  }
}

/** The text for the user who pressed, as Markdown, with at most the length of a post. */
export async function ephemeralText(
  { ephemeralText: text }: IntegrationAnswer,
  context: AnswerContext,
): Promise<string> {
  if (text === '') return ''
  const payload = readContent({ text }, new Reading())
  const { value: message } = translate(payload, optionsOf(context))
  const segments = render(message.text, await resolveWithin(context, message, context.adapters))
  const whole = segments.map((segment) => segment.text).join('')
  return whole.slice(0, context.options.maxPostLength).toWellFormed()
}

function optionsOf({ options, verbatim }: AnswerContext): TranslateOptions {
  return { userIdPattern: options.userIdPattern, verbatim, readCard }
}

function ownedByServer(props: HookProps): Record<string, JsonValue> {
  return Object.fromEntries(
    Object.entries(props).filter(([name]) => name !== 'attachments' && isServerOwned(name)),
  )
}
