import { expect } from 'chai'
import { WebhookError } from 'express-incoming-webhooks'
import { isBroken, isPassing, isUnsent } from '../../../lib/adapters/postgres/unavailable.js'

function failure(code: string, message = 'it failed'): Error {
  return Object.assign(new Error(message), { code })
}

const UNSENT = new Error('Client has encountered a connection error and is not queryable')

/** What each error tells: nothing was done, and nobody knows. */
const ERRORS: readonly [title: string, error: unknown, passing: boolean, broken: boolean][] = [
  ['a server that is full', failure('53300'), true, false],
  ['a server that is stopping', failure('57P01'), true, false],
  ['a statement that took too long', failure('57014'), true, false],
  ['a lock that was not free in time', failure('55P03'), true, false],
  ['a deadlock', failure('40P01'), true, false],
  ['a server that takes no writes', failure('25006'), true, false],
  ['a server that a pooler has lost', failure('08006'), true, true],
  ['a connection that was reset', failure('ECONNRESET'), true, true],
  ['a connection that was closed', failure('EPIPE'), true, true],
  ['a connection that ended', new Error('Connection terminated unexpectedly'), true, true],
  ['no answer in time', new Error('Query read timeout'), true, true],
  ['a connection that had ended before', UNSENT, true, true],
  ['a row that exists already', failure('23505'), false, false],
  ['a table that does not exist', failure('42P01'), false, false],
  ['a mistake in the code', new TypeError('x is not a function'), false, false],
  ['an error of the library', new WebhookError('storage_timeout'), false, false],
  ['no error at all', 'broken', false, false],
]

describe('errors of PostgreSQL', () => {
  for (const [title, error, passing, broken] of ERRORS) {
    const hope = passing ? 'may succeed later' : 'will not succeed later'
    it(`${title}: ${hope}${broken ? ', and its end is not known' : ''}`, () => {
      expect({ passing: isPassing(error), broken: isBroken(error) }).to.deep.equal({
        passing,
        broken,
      })
    })
  }

  it('tell when a statement was not even sent', () => {
    expect(isUnsent(UNSENT)).to.equal(true)
    expect(isUnsent(failure('ECONNRESET'))).to.equal(false)
  })
})
