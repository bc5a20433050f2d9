import { expect } from 'chai'
import { readDelivery } from '../../lib/host/read-deliveries.js'
import { WrongResult } from '../../lib/host/wrong-result.js'

const STORED = { webhookId: 'w', time: 1, status: 200 }

describe('a request that a host returns', () => {
  it('has defaults for what did not exist when it was stored, or is null', () => {
    expect(readDelivery({ ...STORED, detail: null, warnings: null })).to.deep.equal({
      ...STORED,
      share: 'accepted',
      requestId: '',
      errorId: '',
      message: '',
      detail: '',
      warnings: [],
      ignored: [],
      size: 0,
      userAgent: '',
      contentType: '',
      headers: [],
      duration: null,
      response: '',
      postIds: [],
      actions: [],
      postedTo: null,
      replayed: false,
      format: '',
      event: '',
      id: '',
      outcome: 'posted',
      incident: '',
      facts: {},
      digest: '',
      beside: '',
      waited: 0,
      address: '',
      rules: [],
      replayOf: null,
      oldKey: '',
    })
  })

  it('is of the share that it was stored in, or that its status tells', () => {
    for (const [status, share, read] of [
      [200, undefined, 'accepted'],
      [204, null, 'accepted'],
      [404, undefined, 'refused'],
      [500, null, 'refused'],
      [429, 'unproven', 'unproven'],
      [200, 'unproven', 'unproven'],
      [400, 'of a later version', 'refused'],
    ]) {
      expect(readDelivery({ ...STORED, status, share }).share).to.equal(read)
    }
  })

  it('has the channel of its posts', () => {
    const postedTo = { channelId: 'c', name: '@maria', requested: true }
    expect(readDelivery({ ...STORED, postedTo }).postedTo).to.deep.equal(postedTo)
    expect(readDelivery({ ...STORED, postedTo: null }).postedTo).to.equal(null)
  })

  it('is replayed also where a database has no booleans', () => {
    for (const [stored, replayed] of [
      [true, true],
      [1, true],
      [false, false],
      [0, false],
      ['false', false],
    ]) {
      expect(readDelivery({ ...STORED, replayed: stored }).replayed).to.equal(replayed)
    }
  })

  const wrong: readonly (readonly [field: string, value: unknown])[] = [
    ['webhookId', undefined],
    ['time', '1'],
    ['status', null],
    ['detail', 1],
    ['warnings', '[]'],
    ['ignored', [1]],
    ['postIds', {}],
    ['headers', [1]],
    ['postedTo', '{}'],
    ['postedTo', { channelId: 'c', name: 'n' }],
    ['duration', '1'],
    ['response', {}],
  ]
  for (const [field, value] of wrong) {
    it(`cannot have ${JSON.stringify(value)} as its ${field}`, () => {
      expect(() => readDelivery({ ...STORED, [field]: value }))
        .to.throw(WrongResult)
        .with.property('field', field)
    })
  }
})
