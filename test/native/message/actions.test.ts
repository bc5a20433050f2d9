import { expect } from 'chai'
import { ActionIds, readAction, withoutEmpty } from '../../../lib/native/message/actions.js'
import { Reading } from '../../../lib/native/payload/reading.js'
import type { HookProps } from '../../../lib/model/records.js'
import { read, refuses, told } from '../payloads.js'

const integration = { url: 'https://i.example/x', context: { a: 1 } }

function actionsOf(...actions: readonly object[]): {
  readonly value: readonly (HookProps | null)[]
  readonly warnings: readonly string[]
} {
  const warnings = new Reading()
  const ids = new ActionIds()
  const [attachment] = read({ attachments: [{ actions }] }).payload.attachments
  const value =
    attachment?.actions.map((action) => readAction(action, ids, warnings)?.stored ?? null) ?? []
  return { value, warnings: told(warnings) }
}

describe('the ids of buttons', () => {
  it('are made in order, without those that the message gives itself', () => {
    const ids = new ActionIds(['action_0', 'action_1', 'mine', 'action_4'])
    expect(['', '', '', 'mine', ''].map((wanted) => ids.take(wanted))).to.deep.equal([
      'action_2',
      'action_3',
      'action_5',
      'mine',
      'action_6',
    ])
  })
})

describe('a button', () => {
  it("of the reference's dialect keeps its members", () => {
    const { value, warnings } = actionsOf({
      id: 'yes',
      name: 'Yes',
      style: 'good',
      tooltip: 'Do',
      integration,
    })
    expect(value).to.deep.equal([
      { id: 'yes', type: 'button', name: 'Yes', style: 'good', tooltip: 'Do', integration },
    ])
    expect(warnings).to.deep.equal([])
  })

  it("of Slack's dialect shows its text, not its name", () => {
    expect(
      actionsOf({ name: 'x', text: 'Open', type: 'button', url: 'https://a.example' }).value,
    ).to.deep.equal([{ id: 'action_0', type: 'button', name: 'Open', url: 'https://a.example' }])
    expect(actionsOf({ text: 'Open', url: 'https://a.example' }).warnings).to.deep.equal([])
  })

  it('without a text is left out with a warning', () => {
    const { value, warnings } = actionsOf({ id: 'x', integration }, { name: 'b', integration })
    expect(value.map((action) => action?.['name'])).to.deep.equal([undefined, 'b'])
    expect(warnings).to.deep.equal(['attachments[0].actions[0]: button without text'])
  })

  it('that leads nowhere is shown disabled, with a warning', () => {
    const { value, warnings } = actionsOf({ name: 'Approve', value: 'yes' })
    expect(value).to.deep.equal([
      { id: 'action_0', type: 'button', name: 'Approve', disabled: true },
    ])
    expect(warnings).to.deep.equal(['attachments[0].actions[0]: button without url or integration'])
  })

  it('that its sender disabled stays so', () => {
    expect(actionsOf({ name: 'x', disabled: true, integration }).value[0]).to.include({
      disabled: true,
    })
  })

  for (const url of ['javascript:alert(1)', 'data:text/html,x', ' file:///etc/passwd']) {
    it(`never leads to ${url}`, () => {
      const { value, warnings } = actionsOf({ name: 'x', url })
      expect(value[0]).not.to.have.property('url')
      expect(warnings).to.include(
        'attachments[0].actions[0].url: links with this URL scheme are removed',
      )
    })
  }

  for (const url of ['/relative', 'ftp://a', 'https://u:p@a', '', 'javascript:1']) {
    it(`is never told to ${url === '' ? 'no address' : url}`, () => {
      const { value, warnings } = actionsOf({ name: 'x', integration: { url } })
      expect(value[0]).not.to.have.property('integration')
      expect(warnings[0]).to.equal(
        'attachments[0].actions[0].integration.url: not an absolute http or https URL',
      )
    })
  }

  it('of a known type is not told', () => {
    for (const type of ['', 'button', 'select']) {
      expect(actionsOf({ name: 'x', type, integration }).warnings).to.deep.equal([])
    }
  })

  it('of another type is told', () => {
    expect(actionsOf({ name: 'x', type: 'datepicker', integration })).to.deep.include({
      warnings: ['attachments[0].actions[0].type: not supported'],
    })
  })
})

describe('a menu', () => {
  it('is what says so, has options or a source of them', () => {
    const { value } = actionsOf(
      { name: 'a', type: 'select', integration },
      { name: 'b', options: [{ text: 'One', value: 1 }, null], integration },
      { name: 'c', data_source: 'users', default_option: 'x', integration },
    )
    expect(value.map((action) => action?.['type'])).to.deep.equal(['select', 'select', 'select'])
    expect(value[1]).to.deep.include({ options: [{ text: 'One', value: '1' }] })
    expect(value[2]).to.include({ data_source: 'users', default_option: 'x' })
  })
})

describe('the id of a button', () => {
  it('is unique within its message', () => {
    const { value, warnings } = actionsOf(
      { name: 'a', id: 'x', integration },
      { name: 'b', id: 'x', integration },
      { name: 'c', integration },
      { name: 'd', id: 'action_1', integration },
    )
    const ids = value.map((action) => action?.['id'])
    expect(ids).to.deep.equal(['x', 'action_1', 'action_2', 'action_3'])
    expect(warnings).to.deep.equal([
      'attachments[0].actions[1].id: another button has this id; a new id was generated',
      'attachments[0].actions[3].id: another button has this id; a new id was generated',
    ])
  })

  it('that does not fit into an address is replaced, with a warning', () => {
    for (const id of ['a/b', 'ä', 'x'.repeat(65), 'a b']) {
      const { value, warnings } = actionsOf({ name: 'a', id, integration })
      expect(value[0]?.['id']).to.equal('action_0')
      expect(warnings).to.deep.equal([
        'attachments[0].actions[0].id: expected up to 64 letters, digits, _ and -; a new id was generated',
      ])
    }
    expect(actionsOf({ name: 'a', id: 'A-b_9', integration }).value[0]?.['id']).to.equal('A-b_9')
  })
})

describe('what is stored of a button', () => {
  it('holds nothing that is empty', () => {
    const empty = { a: '', b: null, c: false, d: [] }
    const kept = { e: 0, f: 'x', g: [''], h: {}, i: true, j: ' ' }
    expect(withoutEmpty({ ...empty, ...kept })).to.deep.equal(kept)
  })
})

describe('a button of the wrong type', () => {
  const wrong: readonly (readonly [object, string])[] = [
    [{ id: 1 }, 'id: expected a string'],
    [{ name: {} }, 'name: expected a string'],
    [{ options: {} }, 'options: expected an array'],
    [{ options: ['x'] }, 'options[0]: expected an object'],
    [{ disabled: 'yes' }, 'disabled: expected true or false'],
    [{ integration: 'https://a' }, 'integration: expected an object'],
    [{ integration: { url: 1 } }, 'integration.url: expected a string'],
    [{ integration: { url: 'https://a', context: [] } }, 'integration.context: expected an object'],
  ]
  for (const [action, detail] of wrong) {
    it(`is refused: ${detail}`, () => {
      refuses(() => actionsOf(action), 'payload_unparsable', `attachments[0].actions[0].${detail}`)
    })
  }

  it('is dropped when it is null', () => {
    expect(
      read({ attachments: [{ text: 'x', actions: [null] }] }).payload.attachments[0]?.actions,
    ).to.deep.equal([])
  })
})
