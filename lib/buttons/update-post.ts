import type { CheckedManagement } from '../host/checked.js'
import { isServerOwned, readContent } from '../native/payload/payload-schema.js'
import { Reading } from '../native/payload/reading.js'
import type {
  HookChannel,
  IncomingWebhook,
  JsonValue,
  HookProps,
  HookSettings,
} from '../model/records.js'
import { readCard } from '../pipeline/cards.js'
import type { Change } from '../pipeline/change-post.js'
import { compose, type ComposeOptions } from '../pipeline/compose.js'
import { render } from '../pipeline/render.js'
import { resolveWithin } from '../pipeline/resolve.js'
import { translate, type TranslateOptions } from '../native/message/translate.js'
import type { IntegrationAnswer, PostUpdate } from './answer.js'
import { failed } from './pressable.js'

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
          ...(shown ? { attachments: shown } : {}),
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
