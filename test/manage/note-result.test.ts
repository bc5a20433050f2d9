import { mock } from 'node:test'
import { expect } from 'chai'
import { createNoteResult } from '../../lib/manage/note-result.js'
import type { HookAnswer } from '../../lib/log/handled-request.js'
import { type LastResult, type NotedResult, resultIn } from '../../lib/model/last-result.js'
import { type ErrorCode, WebhookError } from '../../lib/model/errors.js'
import { NOW } from '../support/hook-host.js'

function accepted(delivered: object): HookAnswer {
  const nothing = { posts: [], warnings: [], ignored: [], repeated: false }
  return { status: 200, delivered: { ...nothing, ...delivered }, error: null }
}

function refused(code: ErrorCode): HookAnswer {
  const error = new WebhookError(code)
  return { status: error.status, delivered: null, error }
}

function resultOf(noted: NotedResult): LastResult {
  return resultIn(noted) ?? expect.fail('not a whole result')
}

const POSTED = accepted({})
const NO_CHANNEL = refused('channel_not_found')

describe('the last result of a webhook', () => {
  /** Writes go on when `go` is called, as after a second. */
  function noting(failure?: Error) {
    const written: (readonly [string, LastResult])[] = []
    const logged: unknown[] = []
    const pauses: (() => void)[] = []
    const { note } = createNoteResult({
      webhooks: {
        noteResult: (id, result) => {
          written.push([id, resultOf(result)])
          if (failure) throw failure
        },
      },
      log: (level, message, details) => logged.push([level, message, details]),
      pause: () => new Promise((resolve) => pauses.push(resolve)),
    })
    const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
    const go = async (): Promise<void> => {
      await settled()
      for (const resume of pauses.splice(0)) resume()
      await settled()
    }
    const outcomes = (): readonly string[] => written.map(([, { outcome }]) => outcome)
    return { note, written, outcomes, logged, pauses, settled, go }
  }

  const answers: readonly (readonly [string, HookAnswer, Partial<LastResult>])[] = [
    ['a message', accepted({ format: 'native' }), { outcome: 'posted', format: 'native' }],
    [
      'an event that is not shown',
      accepted({ skipped: true, format: 'github' }),
      { outcome: 'skipped', format: 'github' },
    ],
    [
      'a refusal',
      NO_CHANNEL,
      { outcome: 'refused', status: 404, errorId: 'web.incoming_webhook.channel.app_error' },
    ],
    ['a store that takes nothing now', refused('storage_unavailable'), { outcome: 'refused' }],
    ['a store whose answer never came', refused('storage_timeout'), { outcome: 'failed' }],
    [
      'an error of the host',
      { status: 500, delivered: null, error: null },
      { outcome: 'failed', status: 500, errorId: '' },
    ],
  ]
  for (const [what, answer, result] of answers) {
    it(`is that of ${what}`, () => {
      const { note, written } = noting()
      note('a', NOW, answer)
      expect(written).to.have.lengthOf(1)
      expect(written[0]?.[1]).to.include({ at: NOW, ...result })
    })
  }

  it('says what was wrong, or that nothing was', async () => {
    const { note, written, go } = noting()
    note('a', NOW, NO_CHANNEL, null, 'there is no channel “x”')
    await go()
    note('a', NOW, POSTED)
    await go()
    expect(written.map(([, { detail }]) => detail)).to.deep.equal(['there is no channel “x”', ''])
  })

  it('has no format if none was recognised, so that the one before stays', () => {
    const { note, written } = noting()
    note('a', NOW, NO_CHANNEL)
    expect(written[0]?.[1]).not.to.have.property('format')
  })

  it('is written once a minute while it is the same', async () => {
    const { note, written, go } = noting()
    for (const after of [0, 1, 59_999, 60_000, 60_001, 120_000]) {
      note('a', NOW + after, POSTED)
      await go()
    }
    expect(written.map(([, { at }]) => at - NOW)).to.deep.equal([0, 60_000, 120_000])
  })

  it('is written when it is another one than another process has written since', async () => {
    const { note, written, go } = noting()
    note('a', NOW, NO_CHANNEL)
    await go()
    const posted = { at: NOW + 5, outcome: 'posted', status: 200, errorId: '' } as const
    const before = { ...posted, at: NOW - 5 }
    note('a', NOW + 10, NO_CHANNEL, before)
    await go()
    expect(written, 'of before').to.have.lengthOf(1)
    note('a', NOW + 10, NO_CHANNEL, posted)
    await go()
    expect(written.map(([, { at, outcome }]) => [at - NOW, outcome])).to.deep.equal([
      [0, 'refused'],
      [10, 'refused'],
    ])
    note('a', NOW + 20, POSTED, { ...posted, at: NOW + 15 })
    await go()
    expect(written, 'of another process').to.have.lengthOf(2)
  })

  it('is written when it is another one', async () => {
    const { note, written, go } = noting()
    const changing = [
      POSTED,
      NO_CHANNEL,
      refused('payload_unparsable'),
      accepted({ format: 'github' }),
      accepted({ format: 'gitlab' }),
    ]
    for (const answer of changing) {
      note('a', NOW, answer)
      note('a', NOW + 1, answer)
      await go()
    }
    expect(written).to.have.lengthOf(changing.length)
  })

  it('is written once a second, the first and the last of several', async () => {
    const { note, outcomes, settled, go } = noting()
    note('a', NOW, POSTED)
    note('a', NOW + 1, NO_CHANNEL)
    note('a', NOW + 2, accepted({ skipped: true }))
    await settled()
    expect(outcomes()).to.deep.equal(['posted'])
    await go()
    expect(outcomes()).to.deep.equal(['posted', 'skipped'])
  })

  it('is not written again if the last of several is the one that is there', async () => {
    const { note, outcomes, pauses, go } = noting()
    note('a', NOW, POSTED)
    note('a', NOW + 1, NO_CHANNEL)
    note('a', NOW + 2, POSTED)
    await go()
    expect(outcomes()).to.deep.equal(['posted'])
    expect(pauses).to.deep.equal([])
  })

  it('of one webhook does not wait for that of another', () => {
    const { note, written } = noting()
    for (const name of ['a', 'b', 'a', 'b']) note(name, NOW, POSTED)
    expect(written.map(([name]) => name)).to.deep.equal(['a', 'b'])
  })

  it('that cannot be written is logged and nothing else', async () => {
    const failure = new Error('disk')
    const { note, outcomes, logged, go } = noting(failure)
    note('a', NOW, POSTED)
    await go()
    const details = { webhook: 'a', error: failure }
    expect(logged).to.deep.equal([
      ['warn', 'could not record the last result of a webhook', details],
    ])
    note('a', NOW, NO_CHANNEL)
    await go()
    expect(outcomes()).to.deep.equal(['posted', 'refused'])
  })

  it('is not logged while the store takes nothing', async () => {
    const { note, logged, go } = noting(
      new WebhookError('storage_unavailable', { cause: new Error('away') }),
    )
    note('a', NOW, POSTED)
    await go()
    expect(logged).to.deep.equal([])
  })

  it('of 50,000 webhooks and more takes no more room', () => {
    const { note, written } = noting()
    for (let n = 0; n < 50_001; n += 1) note(String(n), NOW, POSTED)
    note('0', NOW, POSTED)
    expect(written).to.have.lengthOf(50_002)
  })

  it('is written when the library is closed, also what would come after a pause', async () => {
    const written: NotedResult[] = []
    const ends: (() => void)[] = []
    const { note, close } = createNoteResult({
      webhooks: {
        noteResult: async (_id, result) => {
          await new Promise<void>((resolve) => ends.push(resolve))
          written.push(result)
        },
      },
      log: () => expect.fail('nothing to log'),
    })
    note('a', NOW, POSTED)
    note('a', NOW + 1, NO_CHANNEL)
    const closed = close()
    while (written.length < 2) {
      ends.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    }
    await closed
    expect(written.map(({ outcome }) => outcome)).to.deep.equal(['posted', 'refused'])
  })

  it('of a store that hangs is waited for when the library is closed, for 5 s', async () => {
    mock.timers.enable({ apis: ['setTimeout'] })
    try {
      const never = new Promise<void>(() => undefined)
      const { note, close } = createNoteResult({
        webhooks: { noteResult: () => never },
        log: () => expect.fail('nothing to log'),
      })
      note('a', NOW, POSTED)
      let isClosed = false
      const closed = close().then(() => {
        isClosed = true
      })
      mock.timers.tick(4_999)
      await new Promise((resolve) => setImmediate(resolve))
      expect(isClosed).to.equal(false)
      mock.timers.tick(1)
      await closed
    } finally {
      mock.timers.reset()
    }
  })

  it('is not kept by stores that do not know it', () => {
    const log = (): never => expect.fail('nothing to log')
    createNoteResult({ webhooks: {}, log }).note('a', NOW, POSTED)
  })
})
