import { expect } from 'chai'
import { ERRORS } from '../../lib/model/errors.js'
import { exportedTypes } from '../support/exported.js'
import { namesIn, table } from '../support/readme.js'

describe('the tables of the README', () => {
  const { checker, membersOf } = exportedTypes()

  it('list the errors of a delivery as they are, in their order', () => {
    const all = Object.entries(ERRORS)
    const delivery = all.slice(
      0,
      all.findIndex(([code]) => code === 'invalid_body'),
    )
    expect(table('status', 'id', 'message', 'code')).to.deep.equal(
      delivery.map(([code, { status, id, message }]) => [
        String(status),
        `\`${id}\``,
        message,
        `\`${code}\``,
      ]),
    )
  })

  it('list errors of a delivery that id and status tell apart', () => {
    const wire = table('status', 'id').map(([status = '', id = '']) => `${status} ${id}`)
    expect([...new Set(wire)]).to.deep.equal(wire)
  })

  it('list every option', () => {
    const names = table('option', 'default').flatMap(([option]) => namesIn(option))
    expect([...names].sort()).to.deep.equal([...membersOf('IncomingWebhooksOptions').keys()].sort())
  })

  it('list every method of every adapter, and which are always needed', () => {
    const rows = table('adapter', 'methods', 'needed')
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
