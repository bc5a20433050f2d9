import type { RichText, TextNode } from '../../model/message.js'
import type { BlockPayload } from '../../model/payload.js'
import { isPictureUrl, markdownLink } from '../../text/links.js'
import { isObject, wrongType } from '../reading.js'
import type { Translator } from '../translator.js'

/** What a reader sees of Block Kit blocks, as Markdown; nothing for blocks that show nothing. */
export function readBlocks(blocks: readonly BlockPayload[], translator: Translator): RichText {
  const shown: TextNode[] = []
  for (const block of blocks) {
    const nodes = readBlock(block, translator)
    if (nodes.length === 0) continue
    if (shown.length > 0) shown.push(plain('\n\n'))
    shown.push(...nodes)
  }
  return shown
}

function readBlock(block: BlockPayload, translator: Translator): RichText {
  const { value, path } = block
  switch (value['type']) {
    case 'header':
      return prefixed('#### ', readText(value['text'], `${path}.text`, translator))
    case 'section':
      return readSection(block, translator)
    case 'context':
      return readElements(value['elements'], `${path}.elements`, translator)
    case 'markdown':
      return typeof value['text'] === 'string' ? translator.scan(value['text']) : []
    case 'divider':
      return [plain('---')]
    case 'image':
      return readImage(value)
    default:
      translator.warnings.add(path, 'block of this type: not supported')
      return []
  }
}

function readSection({ value, path }: BlockPayload, translator: Translator): RichText {
  const text = readText(value['text'], `${path}.text`, translator)
  const fields = value['fields']
  const nodes: TextNode[] = [...text]
  if (Array.isArray(fields)) {
    fields.forEach((field: unknown, index) => {
      if (nodes.length > 0) nodes.push(plain('\n'))
      nodes.push(...readText(field, `${path}.fields[${index}]`, translator))
    })
  }
  if (value['accessory'] !== undefined) {
    translator.warnings.add(`${path}.accessory`, 'not supported')
  }
  return nodes
}

function readElements(elements: unknown, path: string, translator: Translator): RichText {
  if (!Array.isArray(elements)) return []
  const nodes: TextNode[] = []
  elements.forEach((element: unknown, index) => {
    const at = `${path}[${index}]`
    const shown =
      isObject(element) && element['type'] === 'image'
        ? readImage(element)
        : readText(element, at, translator)
    if (shown.length === 0) return
    if (nodes.length > 0) nodes.push(plain(' '))
    nodes.push(...shown)
  })
  return nodes
}

function readImage(value: Readonly<Record<string, unknown>>): RichText {
  const url = value['image_url']
  if (typeof url !== 'string' || !isPictureUrl(url)) return []
  const alt = value['alt_text']
  return [{ kind: 'link', text: markdownLink(url, typeof alt === 'string' && alt ? alt : url) }]
}

/** A text object; `plain_text` is never looked through for markup (contract, section 5). */
function readText(value: unknown, path: string, translator: Translator): RichText {
  if (value === undefined || value === null) return []
  if (!isObject(value)) throw wrongType(path, 'a text object', value)
  const text = value['text']
  if (text === undefined || text === null || text === '') return []
  if (typeof text !== 'string') throw wrongType(`${path}.text`, 'a string', text)
  return value['type'] === 'plain_text' ? [plain(text)] : translator.scan(text)
}

function prefixed(prefix: string, nodes: RichText): RichText {
  return nodes.length === 0 ? [] : [plain(prefix), ...nodes]
}

function plain(text: string): TextNode {
  return { kind: 'text', text }
}
