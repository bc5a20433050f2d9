import { htmlText, mrkdwn } from '../../../lib/formats/drafts/dialects.js'
import { markdownWithMentions, mentionsIn } from '../../../lib/formats/drafts/mentions.js'
import { prose } from '../../../lib/formats/drafts/pieces.js'
import { escapeText } from '../../../lib/text/escape.js'
import { linkAround, markdownLink } from '../../../lib/text/links.js'
import { scanMarkup } from '../../../lib/text/markup.js'
import { segmentsOfMarkdown, segmentsOfPlain } from '../../../lib/text/segments.js'
import { mrkdwnToMarkdown, withoutAutolinks } from '../../../lib/text/mrkdwn.js'
import { cleanName, shortName } from '../../../lib/text/names.js'
import { onOneLine } from '../../../lib/text/one-line.js'
import { fencesOnLines } from '../../../lib/text/slack-fences.js'
import { splitText } from '../../../lib/text/split.js'
import { BROKEN } from './broken.js'
import { postsOfPayload, USER_ID } from '../translation.js'
import { MAIN_PLACES } from './places.js'
import { MentionTexts } from '../../../lib/text/at-names.js'

export type Scan = (text: string) => unknown

const markup = (text: string) => scanMarkup(text, { userIdPattern: USER_ID }).nodes
const ADDRESS = 'https://a.example'
/** A short one, so that even short texts are cut often. */
const POST = 1_000
const MENTIONS = new MentionTexts(['@a', '@b', '@a b', '@here'])
const attached = (text: string) => ({ text, attachments: [{ title: text, text, pretext: text }] })

/** Whatever reads a text from its beginning to its end, by itself and without the limits of messages. */
const OF_TEXTS: Readonly<Record<string, Scan>> = {
  markup,
  'fences on lines': (text) => fencesOnLines(text),
  'fences of Slack’s': (text) => fencesOnLines(text, 'languages'),
  mrkdwn: (text) => mrkdwnToMarkdown(markup(text)),
  'without autolinks': withoutAutolinks,
  escape: (text) => escapeText(text),
  'escape in a label': (text) => escapeText(text, { label: true }),
  label: (text) => markdownLink(ADDRESS, text),
  address: (text) => linkAround(`${ADDRESS}/${text}`, 'x'),
  'clean name': cleanName,
  'short name': shortName,
  'on one line': onOneLine,
  prose,
  'mrkdwn of drafts': (text) => mrkdwn(text),
  'HTML of drafts': htmlText,
  'mentions of drafts': (text) => mentionsIn(text, 'all'),
  'mentions of drafts in Markdown': (text) => markdownWithMentions(text, 'all'),
  split: (text) => splitText([{ text, solid: false, fence: null }], 100, Infinity),
  'Markdown in pieces': (text) => segmentsOfMarkdown(text, MENTIONS),
  'plain text in pieces': (text) => segmentsOfPlain(text, MENTIONS),
  'split around links and code': (text) =>
    splitText(
      markup(text).map((node) => ({
        text: node.text,
        solid: node.kind !== 'text' && node.kind !== 'code',
        fence: node.kind === 'code' ? node.fence : null,
      })),
      100,
      Infinity,
    ),
}

/** Whole messages, by the place of the text: all steps that are pure. */
const OF_MESSAGES: Readonly<Record<string, Scan>> = {
  ...Object.fromEntries(
    Object.entries(MAIN_PLACES).map(([place, put]) => [
      place,
      (text: string): unknown => postsOfPayload(put(text), POST),
    ]),
  ),
  'flat Markdown': (text) => postsOfPayload(attached(text), POST, 'markdown'),
  'flat text': (text) => postsOfPayload(attached(text), POST, 'text'),
}

export const SCANNERS = { texts: OF_TEXTS, messages: OF_MESSAGES, broken: BROKEN } as const
export type Scanners = keyof typeof SCANNERS
