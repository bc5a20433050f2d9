import type { AttachmentPayload, MessageAttachment } from '../../model/message.js'
import type { HookProps } from '../../model/records.js'
import { isPictureUrl, isSafeUrl } from '../../text/links.js'
import { readAction, withoutEmpty } from './actions.js'
import { translateBlocks } from './blocks/layout.js'
import { type BlockOptions, type Group, joined } from './blocks/sheet.js'
import { colorOf } from './colors.js'
import type { Translator } from './translator.js'

type Address =
  | 'author_link'
  | 'title_link'
  | 'author_icon'
  | 'image_url'
  | 'thumb_url'
  | 'footer_icon'

/**
 * Translates the markup of an attachment and checks its URLs and buttons. Text that its blocks show
 * below buttons becomes a separate attachment.
 */
export function translateAttachment(
  attachment: AttachmentPayload,
  path: string,
  options: BlockOptions,
): readonly MessageAttachment[] {
  const { translator, ids } = options
  const { reading } = translator
  const vetted = (name: Address, isAllowed: (url: string) => boolean, fault: string) => {
    const url = attachment[name]
    if (url === '' || isAllowed(url)) return url
    reading.add(`${path}.${name}`, fault)
    return ''
  }
  const link = (name: Address) => vetted(name, isSafeUrl, 'links with this URL scheme are removed')
  const picture = (name: Address) => vetted(name, isPictureUrl, 'not a picture URL')
  const groups = translateBlocks(attachment.blocks, options)
  const own = picture('thumb_url')
  const [first, ...below] = own === '' ? groups : withoutThumb(groups)
  const color = colorOf(attachment.color, path, reading)
  const pretext = translator.scan(attachment.pretext)
  const { nodes: title, addresses } = translator.scanTitle(attachment.title)
  const titleLink = link('title_link') || (addresses[0] ?? '')
  if (addresses.some((address) => address !== titleLink)) {
    reading.add(`${path}.title`, 'a title has one link: other addresses are not kept')
  }
  const text = first
    ? withoutRepeating(attachment.text, first, translator)
    : translator.scan(attachment.text, `${path}.text`)
  const footer = translator.scan(attachment.footer)
  const image = picture('image_url')
  const footerIcon = picture('footer_icon')
  const isLowest = below.length === 0
  const whole: MessageAttachment = {
    path,
    plain: withoutEmpty({
      fallback: attachment.fallback,
      color,
      author_name: attachment.author_name,
      author_link: link('author_link'),
      author_icon: picture('author_icon'),
      title_link: titleLink,
      thumb_url: own || (first?.thumb?.url ?? ''),
      thumb_alt: first?.thumb?.alt ?? '',
      accessory: first?.accessory ?? false,
      image_url: isLowest ? image : '',
      footer_icon: isLowest ? footerIcon : '',
      ts: isLowest ? attachment.ts : '',
    }),
    pretext,
    title,
    text,
    footer: isLowest ? footer : [],
    fields: attachment.fields.map((field) => ({
      title: field.title,
      value: translator.scan(field.value),
      short: field.short,
    })),
    actions: [
      ...(first?.actions ?? []),
      ...attachment.actions
        .map((action) => readAction(action, ids, reading))
        .filter((action) => action !== null),
    ],
  }
  const others = attachmentsOfGroups(below, path, withoutEmpty({ color }))
  const lowest = others.at(-1)
  if (!lowest) return [whole]
  const end = withoutEmpty({ image_url: image, footer_icon: footerIcon, ts: attachment.ts })
  return [whole, ...others.slice(0, -1), { ...lowest, plain: { ...lowest.plain, ...end }, footer }]
}

// Some senders repeat the text in their blocks, for clients without blocks. Only the beginning and the
// end are compared: searching for one long text in another takes quadratic time.
function withoutRepeating(text: string, { text: shown }: Group, translator: Translator) {
  if (shown.some((node) => node.text.startsWith(text) || node.text.endsWith(text))) return shown
  return joined([translator.scan(text), shown], '\n\n')
}

/** An attachment that shows nothing. */
export const BARE: Omit<MessageAttachment, 'path'> = {
  plain: {},
  pretext: [],
  title: [],
  text: [],
  footer: [],
  fields: [],
  actions: [],
}

/** Attachments for what blocks show beside the text of the message, or below buttons. */
export function attachmentsOfGroups(
  groups: readonly Group[],
  path: string,
  plain: HookProps = {},
): readonly MessageAttachment[] {
  return groups.map((group) => ({
    path,
    ...BARE,
    plain: withoutEmpty({
      color: group.color,
      ...plain,
      ...(group.thumb && { thumb_url: group.thumb.url, thumb_alt: group.thumb.alt }),
      continues: group.continues,
      folds: group.folds,
      accessory: group.accessory,
    }),
    text: group.text,
    fields: group.fields,
    actions: group.actions,
  }))
}

/** Groups whose first has no picture beside it, because the attachment has one there already. */
function withoutThumb(groups: readonly Group[]) {
  const [first, ...below] = groups
  if (!first?.thumb) return groups
  const { thumb } = first
  return [
    { ...first, actions: [], thumb: null },
    { ...first, text: [], accessory: false, thumb },
    ...below,
  ]
}
