import { scanMarkup } from '../../lib/text/markup.js'
import type { Part, Segment } from '../../lib/text/split.js'
import { splitText } from '../../lib/text/split.js'
import { OPTIONS } from './scanned.js'

/** A text's pieces as they are cut: code by its fences, links and mentions solid. */
export function segmentsOf(text: string): readonly Segment[] {
  return scanMarkup(text, OPTIONS).nodes.map((node) => ({
    text: node.text,
    solid: node.kind !== 'text' && node.kind !== 'code',
    fence: node.kind === 'code' ? node.fence : null,
  }))
}

export function split(text: string, limit: number, most = 1000): readonly string[] {
  return splitText(segmentsOf(text), limit, most).map((part) => part.text)
}

export function parts(segments: readonly Segment[], limit: number, most = 1000): readonly Part[] {
  return splitText(segments, limit, most)
}

export function solid(text: string): Segment {
  return { text, solid: true, fence: null }
}

export function plain(text: string): Segment {
  return { text, solid: false, fence: null }
}

/** Whether each block that a Markdown text opens is closed in it. */
export function fencesBalance(text: string): boolean {
  let open = ''
  for (const line of text.split('\n')) {
    const marker = /^ {0,3}(`{3,100}|~{3,100})(?![`~])(.*)$/.exec(line.replace(/\r$/, ''))
    const [, run = '', info = ''] = marker ?? []
    if (open === '') {
      if (run !== '' && !(run.startsWith('`') && info.includes('`'))) open = run
    } else if (run.startsWith(open) && info.trim() === '') open = ''
  }
  return open === ''
}
