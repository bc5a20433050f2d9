import { expect } from 'chai'
import { type ExportedTypes, exportedTypes } from '../support/exported.js'
import { namesIn, page, tableIn } from '../support/markdown.js'
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

  it('list every method of every adapter, and which are always needed', () => {
    const rows = tableIn(page('writing-adapters.md'), 'adapter', 'methods', 'needed')
    const all = new Set<string>()
    const delivery = new Set<string>()
    let adapter = ''
    for (const [name, methods, needed] of rows) {
      adapter = namesIn(name)[0] ?? adapter
      for (const method of namesIn(methods)) {
        all.add(`${adapter}.${method}`)
        if (/^(always$|with |optional)/.test(needed ?? '')) delivery.add(`${adapter}.${method}`)
      }
    }
    expect([...all].sort()).to.deep.equal(methodsOf('Adapters'))
    expect([...delivery].sort()).to.deep.equal(methodsOf('DeliveryAdapters'))
  })

  function methodsOf(type: string): readonly string[] {
    const { checker, membersOf } = types
    return [...membersOf(type)]
      .filter(([adapter]) => adapter !== 'guarantees')
      .flatMap(([adapter, methods]) =>
        checker
          .getPropertiesOfType(checker.getNonNullableType(methods))
          .map((method) => `${adapter}.${method.name}`),
      )
      .sort()
  }
})
