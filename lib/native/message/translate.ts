import { ActionIds } from './actions.js'
import { attachmentsOfGroups, translateAttachment } from './attachments.js'
import { translateBlocks } from './blocks/layout.js'
import { readDestination } from './destination.js'
import { Reading } from '../payload/reading.js'
import { type Mention, Translator } from './translator.js'
import { MAX_USER_LOOKUPS } from '../../model/limits.js'
import type { Message, Step } from '../../model/message.js'
import type { Payload } from '../../model/payload.js'
import { withoutEndMarks } from '../../text/markup.js'

/** Step 2: renames members, translates markup to Markdown (unless `verbatim`) and lists users to look up. */
export function translate(
  payload: Payload,
  userIdPattern: RegExp,
  verbatim = false,
): Step<Message> {
  const warnings = new Reading()
  const translator = new Translator(userIdPattern, warnings, verbatim)
  const { blocks, attachments: sent } = payload
  const ids = new ActionIds(sent.flatMap(({ actions }) => actions.map(({ id }) => id)))
  const [first, ...below] = translateBlocks(blocks, { translator, ids })
  const text = first ? first.text : translator.scan(payload.text)
  // The first text is the text of the message. Buttons, pictures beside it, and text below them need
  // an attachment.
  const needsOther = first && (first.actions.length > 0 || first.thumb !== null)
  const beside = needsOther ? [{ ...first, text: [] }] : []
  const attachments = [
    ...attachmentsOfGroups([...beside, ...below], 'blocks'),
    ...sent.flatMap((attachment, index) =>
      translateAttachment(attachment, `attachments[${index}]`, translator, ids),
    ),
  ]
  return warnings.step({
    text,
    attachments,
    destination: readDestination(payload.channel, userIdPattern),
    overrides: {
      username: payload.username,
      iconUrl: payload.icon_url,
      iconEmoji: payload.icon_emoji,
    },
    type: payload.type,
    rootId: payload.root_id,
    silent: payload.silent,
    props: payload.props,
    priority: payload.priority,
    mentioned: listMentioned(translator.mentions, warnings),
  })
}

/** The same for a payload that was just read, with what its reading found. */
export function translateRead(
  payload: Payload,
  reading: Reading,
  userIdPattern: RegExp,
): Step<Message> {
  const { value, warnings, ignored } = translate(payload, userIdPattern)
  return {
    value,
    warnings: [...reading.all(), ...warnings],
    ignored: [...reading.ignored(), ...ignored],
  }
}

/** The usernames that `@name.` may mean: with its trailing punctuation and without. */
export function namesIn(written: string): readonly string[] {
  const name = written.slice(1).toLowerCase()
  const trimmed = withoutEndMarks(name)
  return trimmed === name || trimmed === '' ? [name] : [name, trimmed]
}

/** The users to look up, at most 50; a warning tells of the others. */
export function listMentioned(
  mentions: readonly Mention[],
  warnings: Reading,
): Message['mentioned'] {
  const userIds = new Set<string>()
  const usernames = new Set<string>()
  let left = 0
  for (const mention of mentions) {
    const wanted = mention.kind === 'user' ? userIds : usernames
    for (const name of mention.kind === 'user' ? [mention.id] : namesIn(mention.text)) {
      if (wanted.has(name)) continue
      if (userIds.size + usernames.size < MAX_USER_LOOKUPS) wanted.add(name)
      else left += 1
    }
  }
  if (left > 0) {
    warnings.add(
      '',
      `only ${MAX_USER_LOOKUPS} users are looked up per message: ${left} ${left === 1 ? 'mention was' : 'mentions were'} left as written`,
    )
  }
  return { userIds: [...userIds], usernames: [...usernames] }
}
