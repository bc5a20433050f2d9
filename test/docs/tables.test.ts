import { expect } from 'chai'
import { exportedTypes } from '../support/exported.js'
import { namesIn, page, tableIn } from '../support/markdown.js'

describe('the tables of the documents', () => {
  const { checker, membersOf } = exportedTypes()

  it('list every option', () => {
    const rows = tableIn(page('options.md'), 'option', 'default')
    const names = rows.flatMap(([option]) => namesIn(option)).sort()
    expect(names).to.deep.equal([...membersOf('IncomingWebhooksOptions').keys()].sort())
  })

  it('list every limit', () => {
    const type = membersOf('IncomingWebhooksOptions').get('limits')
    const limits = type ? checker.getPropertiesOfType(checker.getNonNullableType(type)) : []
    const rows = tableIn(page('options.md'), 'member of `limits`', 'default')
    const names = rows.flatMap(([member]) => namesIn(member)).sort()
    expect(names).to.deep.equal(limits.map(({ name }) => name).sort())
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
