import { ActionIds } from './actions.js'
import type { BlockOptions } from './blocks/sheet.js'
import { attachmentsOfGroups, translateAttachment } from './attachments.js'
import { translateBlocks } from './blocks/layout.js'
import { Registry } from './mattermost/registry.js'
import { linkButtons } from './mattermost/controls.js'
import { translateMattermost } from './mattermost/layout.js'
import { Reading } from '../payload/reading.js'
import { MAX_USER_LOOKUPS } from '../../model/limits.js'
import type {
  Destination,
  Element,
  Message,
  MessageAttachment,
  Payload,
  PropsParts,
  RichText,
  Step,
  TextNode,
} from '../../model/message.js'
import type { Mentions } from '../../model/webhook-fields.js'
import { withoutEndMarks } from '../../text/markup.js'
import { type Mention, Translator } from './translator.js'

/** Reads an Adaptive Card, whose format belongs to a layer above. */
export type CardReader = (card: Element, options: BlockOptions) => readonly MessageAttachment[]

/** What translating needs beside a payload. */
export interface TranslateOptions {
  readonly userIdPattern: RegExp
  /** Whether texts are Markdown without Slack's markup. */
  readonly verbatim?: boolean
  /** Whom the texts mention. Default: `all`. */
  readonly mentions?: Mentions
  readonly readCard: CardReader
}

const NO_PARTS: PropsParts = { mmBlocks: [], blocks: [], cards: [], actions: {} }

/**
 * Step 2: renames members, translates markup to Markdown (unless `verbatim`) and lists users to look up.
 * What was found while the payload was read comes first among the warnings.
 */
export function translate(
  payload: Payload,
  { userIdPattern, verbatim = false, mentions = 'all', readCard }: TranslateOptions,
  reading = new Reading(),
): Step<Message> {
  const warnings = new Reading()
  const translator = new Translator(userIdPattern, warnings, verbatim)
  const { blocks, attachments: sent } = payload
  const { mmBlocks, blocks: inProps, cards, actions } = payload.parts ?? NO_PARTS
  const ids = new ActionIds(sent.flatMap(({ actions }) => actions.map(({ id }) => id)))
  const registry = new Registry(actions, warnings)
  const options = { translator, ids, registry }
  const [first, ...below] = translateBlocks(blocks, options, inProps)
  const text = first ? first.text : translator.scan(payload.text, 'text')
  // The first text is the text of the message. Buttons, pictures beside it, and text below them need
  // an attachment.
  const needsOther = first && (first.actions.length > 0 || first.thumb !== null)
  const beside = needsOther ? [{ ...first, text: [] }] : []
  const above: readonly MessageAttachment[] = [
    ...attachmentsOfGroups([...beside, ...below], 'blocks'),
    ...attachmentsOfGroups(translateMattermost(mmBlocks, options), 'props.mm_blocks'),
    ...cards.flatMap((card) => readCard(card, options)),
    ...sent.flatMap((attachment, index) =>
      translateAttachment(attachment, `attachments[${index}]`, options),
    ),
  ]
  const linked = attachmentsOfGroups(linkButtons(options, above.length === 0), 'text')
  const attachments = [...above, ...linked]
  const isOpen = mentions === 'all'
  registry.ignoreUnused()
  const found = warnings.step({
    text: isOpen ? text : onlyAllowed(text, mentions),
    attachments: isOpen ? attachments : attachments.map((each) => onlyAllowedIn(each, mentions)),
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
    mentioned: listMentioned(mentions === 'none' ? [] : translator.mentions, warnings),
  })
  return {
    value: found.value,
    warnings: [...reading.all(), ...found.warnings],
    ignored: [...reading.ignored(), ...found.ignored],
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

/** Reads the payload's `channel` (docs/contract.md, Destination). */
export function readDestination(channel: string, userIdPattern: RegExp): Destination {
  if (channel === '') return { kind: 'webhookChannel' }
  if (channel.startsWith('@')) {
    return { kind: 'directToUser', username: channel.slice(1).toLowerCase() }
  }
  if (channel.startsWith('#')) {
    return { kind: 'channelName', name: channel.slice(1), mayBeId: false }
  }
  const [first = '', second, ...more] = channel.split('__', 3)
  if (second !== undefined && more.length === 0) {
    if (userIdPattern.test(first) && userIdPattern.test(second)) {
      return { kind: 'directBetween', userIds: [first, second] }
    }
  }
  return { kind: 'channelName', name: channel, mayBeId: true }
}

/** Whether a node names nobody, or may notify whom it names. */
function isAllowed({ kind }: TextNode, allowed: Mentions) {
  if (kind === 'user' || kind === 'name') return allowed !== 'none'
  return kind !== 'channelWide' || allowed === 'all'
}

/** A text in which mentions that are not allowed are text like any other. */
function onlyAllowed(nodes: RichText, allowed: Mentions): RichText {
  return nodes.map((node) => {
    if (isAllowed(node, allowed)) return node
    const label = node.kind === 'user' ? node.label : ''
    return { kind: 'text', text: label.trim() === '' ? node.text : label }
  })
}

function onlyAllowedIn(attachment: MessageAttachment, allowed: Mentions): MessageAttachment {
  const only = (nodes: RichText): RichText => onlyAllowed(nodes, allowed)
  const { pretext, title, text, footer, fields } = attachment
  return {
    ...attachment,
    pretext: only(pretext),
    title: only(title),
    text: only(text),
    footer: only(footer),
    fields: fields.map((field) => ({ ...field, value: only(field.value) })),
  }
}
