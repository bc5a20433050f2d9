import type { MessageAttachment, RichText } from '../model/message.js'
import type { AttachmentPayload } from '../model/payload.js'
import { isPictureUrl, isSafeUrl } from '../text/links.js'
import { type ActionIds, readAction, withoutEmpty } from './actions.js'
import { readBlocks } from './blocks/layout.js'
import type { Translator } from './translator.js'

const HEX_COLOR = /^#?(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i
const NAMED_COLOR = /^[a-z]{1,32}$/i

/** An attachment with its markup translated, its URLs vetted and its buttons checked. */
export function translateAttachment(
  attachment: AttachmentPayload,
  path: string,
  translator: Translator,
  ids: ActionIds,
): MessageAttachment {
  const { warnings } = translator
  const link = (name: 'author_link' | 'title_link'): string => {
    if (attachment[name] === '' || isSafeUrl(attachment[name])) return attachment[name]
    warnings.add(`${path}.${name}`, 'a link of this kind is not kept')
    return ''
  }
  const picture = (name: 'author_icon' | 'image_url' | 'thumb_url' | 'footer_icon'): string => {
    if (attachment[name] === '' || isPictureUrl(attachment[name])) return attachment[name]
    warnings.add(`${path}.${name}`, 'not a picture address')
    return ''
  }
  const pretext = translator.scan(attachment.pretext)
  const title = translator.scanTitle(attachment.title)
  const text = translator.scan(attachment.text)
  const shown = readBlocks(attachment.blocks, translator)
  return {
    plain: withoutEmpty({
      fallback: attachment.fallback,
      color: colorOf(attachment.color, path, translator),
      author_name: attachment.author_name,
      author_link: link('author_link'),
      author_icon: picture('author_icon'),
      title_link: link('title_link'),
      image_url: picture('image_url'),
      thumb_url: picture('thumb_url'),
      footer_icon: picture('footer_icon'),
      ts: attachment.ts,
    }),
    pretext,
    title,
    text: joinParagraphs(text, shown),
    footer: translator.scan(attachment.footer),
    fields: attachment.fields.map((field) => ({
      title: field.title,
      value: translator.scan(field.value),
      short: field.short,
    })),
    actions: attachment.actions
      .map((action) => readAction(action, ids, warnings))
      .filter((action) => action !== null),
  }
}

function colorOf(color: string, path: string, { warnings }: Translator): string {
  if (HEX_COLOR.test(color)) return color.startsWith('#') ? color : `#${color}`
  if (color === '' || NAMED_COLOR.test(color)) return color
  warnings.add(`${path}.color`, 'not a colour')
  return ''
}

function joinParagraphs(first: RichText, second: RichText): RichText {
  if (first.length === 0 || second.length === 0) return [...first, ...second]
  return [...first, { kind: 'text', text: '\n\n' }, ...second]
}
