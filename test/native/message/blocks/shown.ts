import type { KnownBlock } from '@slack/types'
import { expect } from 'chai'
import { ActionIds } from '../../../../lib/native/message/actions.js'
import { Registry } from '../../../../lib/native/message/mattermost/registry.js'
import { translateBlocks } from '../../../../lib/native/message/blocks/layout.js'
import type { Group } from '../../../../lib/native/message/blocks/sheet.js'
import { Reading } from '../../../../lib/native/payload/reading.js'
import { Translator } from '../../../../lib/native/message/translator.js'
import type { RichText } from '../../../../lib/model/message.js'
import type { HookProps } from '../../../../lib/model/records.js'
import { read, told } from '../../payloads.js'

export interface Shown {
  /** The text of each group; text after buttons begins another one. */
  readonly texts: readonly string[]
  readonly text: string
  /** The picture beside each text. */
  readonly thumbs: readonly Group['thumb'][]
  /** The pieces of all texts. */
  readonly nodes: RichText
  readonly actions: readonly HookProps[]
  readonly warnings: readonly string[]
}

/** What blocks as Slack's own types know them show in a message. */
export function shown(...blocks: readonly KnownBlock[]): Shown {
  return shownAsSent(blocks)
}

/** The same for whatever a sender may send. */
export function shownAsSent(blocks: readonly object[]): Shown {
  const warnings = new Reading()
  const translator = new Translator(/^[a-z0-9]{26}$/, warnings)
  const { payload } = read({ blocks })
  const registry = new Registry({}, warnings)
  const options = { translator, ids: new ActionIds(), registry }
  const groups = translateBlocks(payload.blocks, options)
  const texts = groups.map(({ text }) => text.map((node) => node.text).join(''))
  return {
    texts,
    text: texts.join('\n\n'),
    thumbs: groups.map(({ thumb }) => thumb),
    nodes: groups.flatMap(({ text }) => text),
    actions: groups.flatMap(({ actions }) => actions.map(({ stored }) => stored)),
    warnings: told(warnings),
  }
}

export const mrkdwn = (text: string) => ({ type: 'mrkdwn', text }) as const
export const plainText = (text: string) => ({ type: 'plain_text', text }) as const
export const option = (text: string, value: string) => ({ text: plainText(text), value })
export const section = (text: string): KnownBlock => ({ type: 'section', text: mrkdwn(text) })

/** One line of a table: a block, the text of each group that it shows, and each warning as `path: reason`. */
export type BlockRow = readonly [
  title: string,
  block: object,
  texts: readonly string[],
  warnings?: readonly string[],
]

/** A test for each row: what the block shows, and that it warns of nothing else. */
export function showsRows(rows: readonly BlockRow[]): void {
  for (const [title, block, texts, warnings = []] of rows) {
    it(`shows ${title}`, () => {
      const seen = shownAsSent([block])
      expect(seen.texts).to.deep.equal(texts)
      expect(seen.warnings).to.deep.equal(warnings)
    })
  }
}
