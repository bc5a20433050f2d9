import {
  at,
  type Card,
  type CardField,
  listAt,
  markdown,
  numberAt,
  textAt,
  timeAt,
} from '../../kit.js'
import { discordMarkdown } from './markup.js'

/** An embed as a card; null if it shows nothing. */
export function readEmbed(embed: unknown): Card | null {
  const card: Card = {
    ...colorOf(embed),
    author: {
      name: textAt(embed, 'author', 'name'),
      url: textAt(embed, 'author', 'url'),
      iconUrl: textAt(embed, 'author', 'icon_url'),
    },
    title: textAt(embed, 'title'),
    url: textAt(embed, 'url'),
    text: markdown(discordMarkdown(textAt(embed, 'description').trim())),
    fields: listAt(embed, 'fields').map(readField),
    imageUrl: textAt(embed, 'image', 'url'),
    thumbUrl: textAt(embed, 'thumbnail', 'url'),
    footer: textAt(embed, 'footer', 'text'),
    footerIconUrl: textAt(embed, 'footer', 'icon_url'),
  }
  const time = timeAt(embed, 'timestamp')
  const isShown =
    [
      card.title,
      card.author?.name,
      textAt(embed, 'description'),
      card.imageUrl,
      card.thumbUrl,
    ].some((text) => text !== undefined && text.trim() !== '') ||
    (card.fields ?? []).length > 0 ||
    card.footer !== ''
  if (!isShown) return null
  return time === null ? card : { ...card, at: time }
}

function colorOf(embed: unknown): Pick<Card, 'color'> {
  const color = numberAt(embed, 'color')
  if (color === null || !Number.isInteger(color) || color < 0 || color > 0xffffff) return {}
  return { color: `#${color.toString(16).padStart(6, '0')}` }
}

function readField(field: unknown): CardField {
  return {
    title: textAt(field, 'name'),
    value: markdown(discordMarkdown(textAt(field, 'value'))),
    short: at(field, 'inline') === true,
  }
}
