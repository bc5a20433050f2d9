import { MAX_USER_LOOKUPS } from '../model/limits.js'
import type { Message, RichText, Step, TextNode } from '../model/message.js'
import type { HookWarning } from '../model/records.js'
import { namesIn } from '../native/message/translate.js'
import type { Ruled } from '../rules/event-rules.js'
import { isAlive } from '../rules/alive.js'
import { channelWideOf } from '../text/markup.js'
import type { Directory } from './render.js'

/** A message as the rules of its webhook want it. */
export function withRules(step: Step<Message>, ruled: Ruled): Step<Message> {
  // A store may keep null where a rule names nobody.
  const { mention = null, priority, silent } = ruled
  const { value, ignored } = step
  const warnings = [...step.warnings]
  const named = mention === null ? value : withMention(value, mentionNode(mention), warnings)
  const level = priority ?? value.priority?.priority
  const shown = {
    ...named,
    silent: silent ?? value.silent,
    priority:
      level === undefined
        ? null
        : {
            requested_ack: false,
            persistent_notifications: false,
            ...value.priority,
            priority: level,
          },
  }
  return { value: shown, warnings, ignored }
}

function mentionNode(mention: string): TextNode {
  const who = channelWideOf(`@${mention}`)
  if (who && !mention.startsWith('@')) return { kind: 'channelWide', text: `@${who}`, who }
  return { kind: 'name', text: mention, isOurs: true }
}

/** What is Markdown only where a line begins with it. */
const BLOCK = /^(?: {0,3}(?:[#>|]|[-*+] |\d{1,9}[.)] |`{3}|~{3}|-{3})| {4}|\t)/

function withMention(message: Message, mention: TextNode, warnings: HookWarning[]): Message {
  const { text, mentioned } = message
  const [first] = text
  const gap: RichText = first ? [plain(BLOCK.test(first.text) ? '\n\n' : ' ')] : []
  const { userIds } = mentioned
  const all = [...(mention.kind === 'name' ? namesIn(mention.text) : []), ...mentioned.usernames]
  const usernames = all.slice(0, MAX_USER_LOOKUPS - userIds.length)
  if (usernames.length < all.length) {
    const left = all.length - usernames.length
    warnings.push({
      path: '',
      reason: `the mention of a rule took the place of ${left} in the text`,
    })
  }
  return { ...message, text: [mention, ...gap, ...text], mentioned: { userIds, usernames } }
}

function plain(text: string): TextNode {
  return { kind: 'text', text }
}

/** Whom a rule mentions: the id of a user, or a word for the whole channel. Null: nobody of this name. */
export function whoIs(mention: string, { usersByName }: Directory): string | null {
  const node = mentionNode(mention)
  if (node.kind === 'channelWide') return node.who
  const users = namesIn(mention).map((name) => usersByName.get(name))
  const found = users.find((user) => user !== undefined)
  return isAlive(found) ? found.id : null
}
