import {
  addressIn,
  at,
  type Card,
  type CardField,
  listAt,
  markdown,
  numberAt,
  prose,
  showsSomething,
  textAt,
  timeAt,
} from '../../kit.js'
import { discordMarkdown } from './markup.js'

/** An embed as a card; null if it shows nothing. */
export function readEmbed(embed: unknown): Card | null {
  const title = textAt(embed, 'title')
  const card: Card = {
    ...colorOf(embed, 'color'),
    author: {
      name: textAt(embed, 'author.name'),
      url: textAt(embed, 'author.url'),
      iconUrl: textAt(embed, 'author.icon_url'),
    },
    title,
    url: textAt(embed, 'url') || addressIn(title),
    text: markdown(discordMarkdown(textAt(embed, 'description').trim())),
    fields: listAt(embed, 'fields').map(readField),
    imageUrl: textAt(embed, 'image.url'),
    thumbUrl: textAt(embed, 'thumbnail.url'),
    footer: prose(textAt(embed, 'footer.text'), Infinity),
    footerIconUrl: textAt(embed, 'footer.icon_url'),
  }
  const time = timeAt(embed, 'timestamp')
  if (!showsSomething(card)) return null
  return time === null ? card : { ...card, at: time }
}

/** The colour that a member holds as a number. */
export function colorOf(holder: unknown, member: string): Pick<Card, 'color'> {
  const color = numberAt(holder, member)
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
