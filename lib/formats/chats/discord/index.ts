import type { Card, Draft } from '../../drafts/draft.js'
import { markdown } from '../../drafts/pieces.js'
import type { Format, FormatBody } from '../../format.js'
import { fieldJson } from '../../form-json.js'
import { at, countAt, listAt, numberAt, textAt } from '../../json-members.js'
import { readEmbed } from './embeds.js'
import { discordMarkdown } from './markup.js'

const HIDES_EMBEDS = 4
const IS_SILENT = 4_096
const LINK_BUTTON = 5
const LONGEST = 14_000

/** Messages for a Discord webhook. */
export const discord: Format = {
  name: 'discord',
  title: 'Discord',
  detect: ({ body }) => {
    const value = valueOf(body)
    const isMessage = textAt(value, 'content') !== '' || countAt(value, 'embeds') > 0
    return isMessage && isWithoutOthers(value) ? 'body' : null
  },
  read: ({ body }) => {
    const value = valueOf(body)
    const draft = draftOf(value)
    if (!draft) {
      const reason = 'is missing, as are embeds'
      return { kind: 'refuse', path: 'content', reason }
    }
    return { kind: 'message', draft, event: { event: 'message' } }
  },
  answer: ({ request, posts: [post] }) => {
    if (request.query['wait'] !== 'true') return { status: 204, body: undefined }
    const value = valueOf(request.body)
    return {
      status: 200,
      body: {
        id: post?.id ?? '',
        type: 0,
        channel_id: post?.channelId ?? '',
        webhook_id: post?.webhookId ?? '',
        content: textAt(value, 'content'),
        author: {
          id: post?.webhookId ?? '',
          username: textAt(value, 'username') || 'webhook',
          avatar: null,
          discriminator: '0000',
          bot: true,
        },
        attachments: [],
        embeds: listAt(value, 'embeds').map((embed) => ({ title: textAt(embed, 'title') })),
        mentions: [],
        mention_roles: [],
        mention_everyone: false,
        pinned: false,
        tts: false,
        timestamp: new Date(post?.createAt ?? 0).toISOString(),
        edited_timestamp: null,
        flags: 0,
        components: [],
      },
    }
  },
}

/** With files, the message is a field of a form. */
function valueOf(body: FormatBody): unknown {
  if (body.kind === 'json') return body.value
  return body.kind === 'fields' ? fieldJson(body.fields, 'payload_json') : null
}

/** A member that other formats have, and Discord's does not. */
function isWithoutOthers(value: unknown): boolean {
  return ['text', 'blocks', 'message', 'topic'].every((name) => at(value, name) === undefined)
}

function draftOf(value: unknown): Draft | null {
  const flags = numberAt(value, 'flags') ?? 0
  const content = textAt(value, 'content').trim()
  const embeds = (flags & HIDES_EMBEDS) === 0 ? listAt(value, 'embeds') : []
  const read = embeds.map(readEmbed).filter((card) => card !== null)
  const links = linksOf(value)
  const cards: readonly Card[] = links.length > 0 ? [...read, { links }] : read
  if (content === '' && cards.length === 0) return null
  return {
    text: markdown(discordMarkdown(content)),
    cards,
    username: textAt(value, 'username'),
    iconUrl: textAt(value, 'avatar_url'),
    silent: (flags & IS_SILENT) !== 0,
    longest: LONGEST,
    losses: lossesOf(value),
  }
}

function lossesOf(value: unknown): NonNullable<Draft['losses']> {
  const buttons = listAt(value, 'components').flatMap((row) => listAt(row, 'components'))
  const others = buttons.filter((button) => numberAt(button, 'style') !== LINK_BUTTON)
  return others.length > 0
    ? [{ path: 'components', reason: 'only buttons that open an address are shown' }]
    : []
}

function linksOf(value: unknown): NonNullable<Card['links']> {
  return listAt(value, 'components')
    .flatMap((row) => listAt(row, 'components'))
    .filter((button) => numberAt(button, 'style') === LINK_BUTTON)
    .map((button) => ({ text: textAt(button, 'label'), url: textAt(button, 'url') }))
}
