import { expect } from 'chai'
import { resolveOptions } from '../../lib/options.js'
import { exportedTypes } from '../support/exported.js'
import { namesIn, page, tableIn } from '../support/markdown.js'

describe('the tables of the documents', () => {
  const { checker, membersOf } = exportedTypes()

  it('give the defaults of the options that apply', () => {
    const { limits, ...resolved } = resolveOptions({})
    const defaults = new Map(
      ['option', 'member of `limits`'].flatMap((title) =>
        tableIn(page('options.md'), title, 'default').map(([name, value = '']) => [name, value]),
      ),
    )
    const applied = [
      ['bodyLimit', resolved.bodyLimit],
      ['maxPostLength', resolved.maxPostLength],
      ['adapterTimeout', resolved.adapterTimeout],
      ['show', resolved.show],
      ['userIdPattern', resolved.userIdPattern],
      ['keyFailures', limits.keyFailures],
      ['refuseWith', limits.refuseWith],
      ['webhook', `perSecond: ${limits.webhook?.perSecond}, burst: ${limits.webhook?.burst}`],
      ['signIn', limits.signIn?.failures],
    ] as const
    for (const [name, value] of applied) {
      expect(defaults.get(`\`${name}\``), name).to.include(String(value))
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
