import { renderHtml, renderMarkdown, renderText } from 'express-incoming-webhooks/render'
import type { JsonValue } from '../../lib/model/records.js'
import { htmlFaults, textOfHtml } from '../support/strict-html.js'
import { attachmentsOf, seenOf, unseenIn, wordsOf } from '../support/seen.js'
import { type ComposedPost, countCodePoints, type Show } from '../support/translation.js'
import { approvalFaults } from './approved.js'
import { FLAT, SHORT_POST, type ShownSender } from './shown-sender.js'

/** What is wrong, if anything. */
type Look = (sender: ShownSender) => readonly unknown[] | Promise<readonly unknown[]>

/** What holds for each message of a real sender, whatever shows it. */
export const LOOKS: Readonly<Record<string, Look>> = {
  'reads as was approved': ({ name, as: { attachments } }) =>
    approvalFaults(name, seenOf(attachments.posts, attachments.warnings)),
  'leaves out no text without a reviewed reason': ({ payload, as: { attachments } }) => {
    const told = attachments.warnings.map(({ path }) => path)
    return unseenIn(payload, seenOf(attachments.posts)).filter(
      ({ path }) => !told.some((at) => covers(at, path)),
    )
  },
  'says with attachments what its sender says': (sender) => unsaid(sender, 'attachments'),
  'says in Markdown what its sender says': (sender) => unsaid(sender, 'markdown'),
  'says in plain text what its sender says': (sender) => unsaid(sender, 'text'),
  'is never empty without attachments': (sender) =>
    flatPosts(sender).filter(({ message }) => message.trim() === ''),
  'has no attachments in a chat without them': (sender) =>
    flatPosts(sender).filter(
      ({ props, type }) => 'attachments' in props || type === 'slack_attachment',
    ),
  'keeps to the length of a post': ({ short }) =>
    short
      .flatMap(({ posts }) => posts)
      .filter(({ message }) => countCodePoints(message) > SHORT_POST),
  'is the same once rendered, in plain text': ({ as: { text } }) =>
    text.posts.filter(
      (post) =>
        renderText(post) !== post.message ||
        plainWords(renderMarkdown(post)) !== plainWords(post.message),
    ),
  'is the same once rendered, in Markdown': ({ as: { markdown } }) =>
    markdown.posts.filter((post) => renderMarkdown(post) !== post.message.trimEnd()),
  'is rendered without attachments where it has none': async (sender) => {
    const pages = await Promise.all(flatPosts(sender).map((post) => renderHtml(post)))
    return pages.filter((html) => html.includes('eiw-attachment'))
  },
  'is rendered whole as text': ({ as: { attachments } }) =>
    attachments.posts.flatMap((post) => {
      const text = renderText(post)
      return text === '' ? ['nothing'] : missing(post, text)
    }),
  'is rendered whole as Markdown': ({ as: { attachments } }) =>
    attachments.posts.flatMap((post) => missing(post, renderMarkdown(post))),
  'is rendered whole and clean as HTML': async ({ as: { attachments } }) => {
    const faults = attachments.posts.map(async (post) => {
      const html = await renderHtml(post)
      return [...missing(post, textOfHtml(html)), ...htmlFaults(html)]
    })
    return (await Promise.all(faults)).flat()
  },
}

/** The faults of each look that has some. */
export async function faultsOf(
  sender: ShownSender,
): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const looks = Object.entries(LOOKS).map(
    async ([name, look]) => [name, await look(sender)] as const,
  )
  return Object.fromEntries((await Promise.all(looks)).filter(([, faults]) => faults.length > 0))
}

function flatPosts({ as }: ShownSender): readonly ComposedPost[] {
  return FLAT.flatMap((show) => as[show].posts)
}

function covers(warned: string, path: string): boolean {
  return path === warned || path.startsWith(`${warned}.`) || path.startsWith(`${warned}[`)
}

/** The strings of the payload, and the words that its sender wants seen, that a chat does not show. */
function unsaid({ payload, contains, as }: ShownSender, show: Show): readonly unknown[] {
  const { posts, warnings, ignored } = as[show]
  const seen = show === 'attachments' ? seenOf(posts) : withEntities(posts)
  const told = [...warnings.map(({ path }) => path), ...ignored]
  return [
    ...unseenIn(payload, seen).filter(
      ({ path }) => !told.some((at) => `${path}.`.startsWith(`${at}.`)),
    ),
    ...contains.filter((fragment) => !plainWords(seen).includes(plainWords(fragment))),
  ]
}

// Plain text has the characters that payloads may write as entities.
function withEntities(posts: readonly ComposedPost[]): string {
  const text = posts.map(({ message }) => message).join('\n')
  const written = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return text + written
}

function plainWords(text: string): string {
  return text
    .replaceAll('&amp;', '&')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The members of attachments, fields and buttons that hold what a reader is to see. */
const SHOWN = new Set(
  'pretext author_name author_link title title_link text image_url thumb_url footer value name url'.split(
    ' ',
  ),
)

/** Read only once somebody opens a menu or presses a button, which a rendered post does not have. */
const UNSEEN = new Set(['options', 'confirm'])

/** The lines of a post that are not in it once it is rendered. */
function missing({ message, props }: ComposedPost, rendered: string): readonly string[] {
  const seen = renderedWords(rendered)
  const strings = [message, ...attachmentsOf(props).flatMap((each) => stringsOf(each))]
  return strings
    .flatMap((text) => text.split('\n'))
    .filter((line) => !seen.includes(renderedWords(line)))
}

// The language behind a fence and the title of a small picture are for machines.
function renderedWords(text: string): string {
  return wordsOf(text.replace(/^ *```\S*$|&(?:lt|gt|amp);| "icon"(?=\))/gm, ' '))
}

function stringsOf(value: JsonValue, name = ''): readonly string[] {
  if (typeof value === 'string') return SHOWN.has(name) ? [value] : []
  if (typeof value !== 'object' || value === null || UNSEEN.has(name)) return []
  if (Array.isArray(value)) return value.flatMap((each: JsonValue) => stringsOf(each, name))
  return Object.entries(value).flatMap(([member, inner]) => stringsOf(inner, member))
}
