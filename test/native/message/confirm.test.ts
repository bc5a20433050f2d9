import { expect } from 'chai'
import { ActionIds, readAction } from '../../../lib/native/message/actions.js'
import { Reading } from '../../../lib/native/payload/reading.js'
import type { JsonValue } from '../../../lib/model/records.js'
import { shownAsSent } from './blocks/shown.js'
import { read, told } from '../payloads.js'

interface Found {
  readonly confirm: JsonValue | undefined
  readonly warnings: readonly string[]
}

const integration = { url: 'https://i.example/x' }
const BUTTON = { name: 'Delete', integration }
const words = (text: string) => ({ type: 'plain_text', text })

function inAttachment(action: object): Found {
  const { payload, warnings } = read({ attachments: [{ actions: [{ ...BUTTON, ...action }] }] })
  const reading = new Reading()
  const [sent] = payload.attachments[0]?.actions ?? []
  const found = sent && readAction(sent, new ActionIds(), reading)
  return { confirm: found?.stored['confirm'], warnings: [...warnings, ...told(reading)] }
}

function inBlocks(element: object): Found {
  const button = { type: 'button', text: words('Delete'), integration, ...element }
  const { actions, warnings } = shownAsSent([{ type: 'actions', elements: [button] }])
  return { confirm: actions[0]?.['confirm'], warnings }
}

describe('the question before a button acts', () => {
  const asked = { title: 'Sure?', text: 'Gone\nfor good', confirm: 'Do it', deny: 'Stop' }

  it('is read from Block Kit, and from attachments with either names', () => {
    const texts = Object.entries(asked).map(([name, text]) => [name, words(text)] as const)
    const confirm = { ...Object.fromEntries(texts), style: 'danger' }
    const slack = { title: 'Sure?', text: 'Gone\nfor good', ok_text: 'Do it', dismiss_text: 'Stop' }
    const stored = { ...asked, style: 'danger' }
    expect(inBlocks({ confirm })).to.deep.equal({ confirm: stored, warnings: [] })
    expect(inAttachment({ confirm })).to.deep.equal({ confirm: stored, warnings: [] })
    expect(inAttachment({ confirm: slack })).to.deep.equal({ confirm: asked, warnings: [] })
  })

  it('is kept by menus', () => {
    const options = [{ text: words('A'), value: 'a' }]
    const { confirm } = inBlocks({ type: 'static_select', options, confirm: { text: words('?') } })
    expect(confirm).to.deep.equal({ text: '?' })
  })

  it('is asked without words too', () => {
    expect(inBlocks({ confirm: {} }).confirm).to.deep.equal({})
  })

  it('is shortened, and its title and answers are on one line', () => {
    const long = 'x\n'.repeat(200)
    const confirm = { title: long, text: long, confirm: long, deny: long }
    const found = inAttachment({ confirm })
    const path = 'attachments[0].actions[0].confirm'
    expect(found.confirm).to.deep.equal({
      title: `${'x '.repeat(49)}x…`,
      text: `${'x\n'.repeat(149)}x…`,
      confirm: `${'x '.repeat(14)}x…`,
      deny: `${'x '.repeat(14)}x…`,
    })
    expect(found.warnings).to.deep.equal([
      `${path}.title: shortened to 100 characters`,
      `${path}.text: shortened to 300 characters`,
      `${path}.confirm: shortened to 30 characters`,
      `${path}.deny: shortened to 30 characters`,
    ])
  })

  it('does not lose the button for a mistake in it', () => {
    const path = 'blocks[0].elements[0].confirm'
    const rows: readonly (readonly [object | number, JsonValue | undefined, readonly string[]])[] =
      [
        [1, undefined, [`${path}: not supported`]],
        [{ title: 1, text: [] }, {}, [`${path}.title: not a text`, `${path}.text: not a text`]],
        [{ text: 'a', style: 'pink' }, { text: 'a' }, []],
        [{ text: 'a', glitter: 1 }, { text: 'a' }, [`${path}.glitter: not supported`]],
      ]
    for (const [confirm, stored, warnings] of rows) {
      expect(inBlocks({ confirm })).to.deep.equal({ confirm: stored, warnings })
    }
  })

  it('is not asked by what opens an address, with a warning', () => {
    const link = { url: 'https://a.example', confirm: { text: words('?') }, integration: null }
    const told = ': links open without a question'
    const inRow = { confirm: undefined, warnings: [`blocks[0].elements[0].confirm${told}`] }
    expect(inBlocks(link)).to.deep.equal(inRow)
    const options = [{ text: words('A'), url: 'https://a.example' }]
    const { confirm } = link
    expect(inBlocks({ type: 'overflow', options, confirm, text: null })).to.deep.equal(inRow)
    const whole = inAttachment({ ...link, confirm: { text: '?' } })
    const path = 'attachments[0].actions[0].confirm'
    expect(whole).to.deep.equal({ confirm: undefined, warnings: [`${path}${told}`] })
  })
})
