import { expect } from 'chai'
import { createDocumentStores, type DocumentHost } from 'express-incoming-webhooks/documents'
import { webhookOf } from '../support/hook-host.js'

const SESSION = { id: 's', userId: 'u', expiresAt: 9 }

/** A host whose database returns this for every document, and this for every list. */
function storesOn(found: unknown, all: unknown = [found]) {
  const host: DocumentHost = {
    get: () => found as object,
    list: () => all as object[],
    transaction: (work) =>
      work({ get: () => found as object, put: () => undefined, delete: () => undefined }),
  }
  return createDocumentStores(host, { clock: () => 5 })
}

const DOCUMENTS: readonly (readonly [string, unknown, string])[] = [
  [
    'JSON text',
    JSON.stringify(SESSION),
    'get: expected a document as an object, or null, got a string',
  ],
  [
    'a list',
    [SESSION],
    'get: expected a document as an object, or null, got a list of 1 that begins with an object with id, userId, expiresAt',
  ],
  ['a wrapper', { _doc: SESSION }, 'expiresAt: expected a number, got an object with _doc'],
  [
    'a time in words',
    { ...SESSION, expiresAt: 'soon' },
    'expiresAt: expected a number, got a string',
  ],
]

describe('what a database of documents returns', () => {
  for (const [what, found, fault] of DOCUMENTS) {
    it(`is refused, not taken for nothing, if a document is ${what}`, async () => {
      expect(await faultOf(storesOn(found, []).sessions.find('s'))).to.equal(fault)
    })
  }

  it('is refused if a list is a cursor, or its documents are JSON text', async () => {
    const expected = 'list: expected a list of documents, each an object, got'
    const filter = { offset: 0, limit: 1 }
    const cursor = { toArray: () => [] }
    expect(await faultOf(storesOn(null, cursor).webhooks.list(filter))).to.equal(
      `${expected} an object with toArray`,
    )
    expect(await faultOf(storesOn(null, ['{}']).webhooks.list(filter))).to.equal(
      `${expected} a list of 1 that begins with a string`,
    )
  })

  it('is read if numbers are text or bigint, and nothing is null or undefined', async () => {
    for (const expiresAt of [9, 9n, '9', new Date(9)]) {
      const { sessions } = storesOn({ ...SESSION, expiresAt }, [])
      expect(await sessions.find('s')).to.deep.equal(SESSION)
    }
    for (const nothing of [null, undefined]) {
      expect(await storesOn(nothing, []).webhooks.findById('a')).to.equal(null)
    }
    const webhook = webhookOf()
    expect(await storesOn(webhook).webhooks.list({ offset: 0, limit: 1 })).to.deep.equal({
      items: [webhook],
      total: 1,
    })
  })
})

async function faultOf(result: unknown): Promise<string> {
  try {
    await result
    return 'none'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
