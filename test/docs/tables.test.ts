import { expect } from 'chai'
import { type ExportedTypes, exportedTypes } from '../support/exported.js'
import { page, tableIn } from '../support/markdown.js'
import { methodsOf } from './reference/method-table.js'
import { appliedDefaults } from './reference/option-tables.js'

describe('the tables of the documents', () => {
  let types: ExportedTypes

  before(async () => {
    types = await exportedTypes()
  })

  it('give the defaults of the options that apply', () => {
    const defaults = new Map(
      ['option', 'member of `limits`'].flatMap((title) =>
        tableIn(page('options.md'), title, 'default').map(([name, value = '']) => [name, value]),
      ),
    )
    for (const [name, value] of appliedDefaults()) {
      expect(defaults.get(`\`${name}\``), name).to.include(value)
    }
  })

  it('say of exactly the methods that deliver messages that they are needed without management', () => {
    const rows = tableIn(page('writing-adapters.md'), 'method', 'needed')
    const delivering = rows.filter(([, needed = '']) => /^(always$|with |optional)/.test(needed))
    const names = delivering.map(([method = '']) => method.replaceAll('`', ''))
    expect(names.sort()).to.deep.equal([...methodsOf(types, 'DeliveryAdapters').keys()].sort())
  })
})
