import { inspect } from 'node:util'
import { expect } from 'chai'
import {
  readBatch,
  readIds,
  readPost,
  readSettings,
  readWebhook,
} from '../../lib/host/read-records.js'
import type { HostCall } from '../../lib/host/readers.js'
import { WrongResult } from '../../lib/host/wrong-result.js'
import { DEFAULT_SETTINGS } from '../../lib/model/defaults.js'
import { webhookOf } from '../support/hook-host.js'

const POST = {
  id: 'p',
  channelId: 'c',
  userId: 'u',
  webhookId: 'w',
  rootId: '',
  message: 'm',
  type: '',
  props: {},
  priority: null,
  mentions: { userIds: [], channelWide: null },
  createAt: 1,
  updateAt: 1,
}

function asked(told: unknown[] = []): HostCall {
  return { method: 'a method', tell: (...line) => told.push(line) }
}

function faultOf(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    if (error instanceof WrongResult) return error.message
    throw error
  }
  return 'none'
}

describe('a webhook that a host returns', () => {
  const stored = webhookOf({ username: 'ci' })

  it('has defaults for what did not exist when it was stored, or is null', () => {
    const { iconEmoji: _emoji, rateLimit: _rate, ...rest } = stored
    const read = readWebhook({ ...rest, description: null })
    expect(read).to.deep.equal({ ...stored, lastResult: null })
  })

  it('has the last result that was stored, or is not one', () => {
    const lastResult = { at: 1, outcome: 'posted', status: 200, errorId: '' }
    expect(readWebhook({ ...stored, lastResult }).lastResult).to.deep.equal(lastResult)
    for (const wrong of [
      { ...lastResult, outcome: 'lost' },
      { ...lastResult, format: 7 },
      { ...lastResult, detail: 7 },
      'posted',
    ]) {
      const fault = faultOf(() => readWebhook({ ...stored, lastResult: wrong }))
      expect(fault).to.include('lastResult')
    }
  })

  it('has the path to its incidents also if 0.9 stored it', () => {
    const { incidentPath: _path, ...rest } = stored
    expect(readWebhook({ ...rest, thingPath: 'alert.id' }).incidentPath).to.equal('alert.id')
    expect(readWebhook({ ...stored, incidentPath: 'id', thingPath: 'old' }).incidentPath).to.equal(
      'id',
    )
  })

  it('has them where the members of a record are accessors', () => {
    class Row {
      get id(): string {
        return 'w'
      }
      get username(): string {
        return 'ci'
      }
      get enabled(): boolean {
        return true
      }
      get channelLocked(): boolean {
        return false
      }
      get userId(): string {
        return 'u'
      }
      get channelId(): string {
        return 'c'
      }
      get keyDigest(): string {
        return 'd'
      }
    }
    const read = readWebhook(new Row())
    expect(read).to.include({ id: 'w', username: 'ci', description: '', enabled: true })
  })

  it('is the same object when nothing is missing', () => {
    expect(readWebhook(stored)).to.equal(stored)
  })

  const wrong: readonly (readonly [changes: object, fault: string])[] = [
    [{ enabled: 0 }, 'enabled: expected a boolean, got a number; use Boolean(enabled)'],
    [{ createAt: '17' }, 'createAt: expected a number, got a string; use Number(createAt)'],
    [{ rateLimit: '{}' }, 'rateLimit: expected a valid object or null, got a string'],
    [{ rateLimit: {} }, 'rateLimit: expected a valid object or null, got an object'],
    [
      { rateLimit: { perSecond: 0, burst: 5 } },
      'rateLimit: expected a valid object or null, got an object with perSecond, burst',
    ],
    [{ previousKey: {} }, 'previousKey: expected a valid object or null, got an object'],
    [{ expiresAt: NaN }, 'expiresAt: expected a number, got NaN'],
    [{ enabled: undefined }, 'enabled: expected a boolean, got undefined'],
    [{ enabled: null }, 'enabled: expected a boolean, got null'],
    [{ channelLocked: undefined }, 'channelLocked: expected a boolean, got undefined'],
    [{ id: 7 }, 'id: expected a string, got a number; use String(id)'],
  ]
  for (const [changes, fault] of wrong) {
    it(`is rejected with ${inspect(changes)}`, () => {
      expect(faultOf(() => readWebhook({ ...stored, ...changes }))).to.equal(fault)
    })
  }
})

describe('a post that a host returns', () => {
  it('is the same object when it is complete', () => {
    expect(readPost(POST)).to.equal(POST)
  })

  it('has defaults for what is missing or null', () => {
    const { webhookId: _webhook, mentions: _mentions, ...rest } = POST
    const read = readPost({ ...rest, rootId: null, props: null, type: null })
    expect(read).to.deep.equal({ ...POST, webhookId: '', version: 0 })
  })

  const wrong: readonly (readonly [changes: object, fault: string])[] = [
    [{ id: 7 }, 'id: expected a string, got a number; use String(id)'],
    [{ message: null }, 'message: expected a string, got null'],
    [{ createAt: '1' }, 'createAt: expected a number, got a string; use Number(createAt)'],
    [{ createAt: new Date(1) }, 'createAt: expected a number, got a Date; use createAt.getTime()'],
    [{ props: '{}' }, 'props: expected an object, got a string'],
    [{ priority: 'urgent' }, 'priority: expected an object or null, got a string'],
    [
      { mentions: { userIds: 'u' } },
      'mentions: expected { userIds, channelWide }, got an object with userIds',
    ],
    [{ version: '1' }, 'version: expected a number, got a string; use Number(version)'],
  ]
  for (const [changes, fault] of wrong) {
    it(`is rejected with ${JSON.stringify(changes)}`, () => {
      expect(faultOf(() => readPost({ ...POST, ...changes }))).to.equal(fault)
    })
  }
})

describe('a batch that a host returns', () => {
  const batch = { fingerprint: 'f', posts: [POST], warnings: [{ path: 'a', reason: 'b' }] }

  it('has no ignored parameters where it was stored before there were any', () => {
    expect(readBatch(batch)).to.deep.equal({ ...batch, ignored: [] })
  })

  it('is rejected with warnings of another shape', () => {
    const fault = faultOf(() => readBatch({ ...batch, warnings: '[]' }))
    expect(fault).to.equal('warnings: expected the list that was stored, got a string')
  })
})

describe('settings that a host returns', () => {
  it('are the same object when they are complete', () => {
    expect(readSettings(DEFAULT_SETTINGS, asked())).to.equal(DEFAULT_SETTINGS)
  })

  it('have defaults for what is missing, which is named', () => {
    const { consoleLevel: _level, ...rest } = { ...DEFAULT_SETTINGS, enableIncomingWebhooks: false }
    const told: unknown[] = []
    expect(readSettings(rest, asked(told))).to.deep.equal({
      ...DEFAULT_SETTINGS,
      enableIncomingWebhooks: false,
    })
    expect(told).to.deep.equal([['EIW_SETTINGS_INCOMPLETE', { missing: ['consoleLevel'] }]])
  })

  it('are rejected with a number for a switch', () => {
    const wrong = { ...DEFAULT_SETTINGS, enableIncomingWebhooks: 0 }
    const fault = faultOf(() => readSettings(wrong, asked()))
    expect(fault).to.equal(
      'enableIncomingWebhooks: expected a boolean, got a number; use Boolean(enableIncomingWebhooks)',
    )
  })
})

describe('ids that a host makes', () => {
  for (const [what, ids] of [
    ['fewer than asked for', ['a']],
    ['the same twice', ['a', 'a']],
    ['an empty one', ['a', '']],
    ['a number', ['a', 1]],
  ] as const) {
    it(`are rejected: ${what}`, () => {
      expect(faultOf(() => readIds(ids, asked(), [2]))).to.match(
        /^result: expected 2 different string ids, got /,
      )
    })
  }
})
