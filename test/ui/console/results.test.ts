import { expect } from 'chai'
import type { Wire } from '../../../ui/wire.js'
import { requestOf } from '../../../ui/console/api/requests.js'
import {
  type Filter,
  filterWebhooks,
  type Sort,
  sortWebhooks,
} from '../../../ui/console/pages/list/filter.js'
import { latestResult, whyOf } from '../../../ui/console/pages/list/last-result.js'
import { webhook } from './drafts.js'

describe('the last results of webhooks in a list', () => {
  const result = (outcome: 'posted' | 'skipped' | 'refused' | 'failed', at: number) => ({
    displayName: `${outcome} ${at}`,
    lastResult: { at, outcome, status: 200, errorId: '', detail: '' },
  })
  const webhooks = [
    webhook(result('posted', 9)),
    webhook({ displayName: 'used 8', lastUsed: 8 }),
    webhook(result('refused', 3)),
    webhook({ displayName: 'new', lastUsed: 0 }),
    webhook(result('failed', 5)),
    webhook({ ...result('skipped', 7), enabled: false }),
  ]
  const all: Filter = { query: '', state: 'all', ownerId: '', channelId: '' }
  const sorted = (sort: Sort): readonly string[] =>
    sortWebhooks(webhooks, sort).map(({ displayName }) => displayName)
  const inState = (state: Filter['state']): readonly string[] =>
    filterWebhooks(webhooks, { ...all, state }).map(({ displayName }) => displayName)

  it('put those that fail first, the latest of each before the others', () => {
    const order = ['failed 5', 'refused 3', 'posted 9', 'used 8', 'skipped 7', 'new']
    expect(sorted('result')).to.deep.equal(order)
  })

  it('tell those that fail', () => {
    expect(inState('failing')).to.deep.equal(['refused 3', 'failed 5'])
    expect(inState('disabled')).to.deep.equal(['skipped 7'])
    expect(inState('enabled')).to.have.lengthOf(5)
    expect(inState('all')).to.have.lengthOf(6)
  })

  const reasons: readonly (readonly [status: number, errorId: string, reason: string])[] = [
    [200, '', ''],
    [404, 'web.incoming_webhook.channel.app_error', "Couldn't find the channel"],
    [
      409,
      'web.incoming_webhook.idempotency.app_error',
      'the first request with this key is still running',
    ],
    [422, 'web.incoming_webhook.idempotency.app_error', 'the key was used with another body'],
    [400, 'api.context.invalid_param.app_error', 'Invalid parameter'],
    [500, '', 'Status 500'],
    [418, 'of.a.newer.version', 'Status 418'],
  ]
  for (const [status, errorId, reason] of reasons) {
    it(`say of ${status} ${errorId}: ${reason}`, () => {
      expect(whyOf({ at: 0, outcome: 'refused', status, errorId, detail: '' })).to.equal(reason)
    })
  }

  it('say what exactly was wrong if it is known', () => {
    const result = { at: 0, outcome: 'refused', status: 404, errorId: '' } as const
    const detail = 'there is no channel “nowhere”, or it is archived'
    expect(whyOf({ ...result, detail })).to.equal(
      'There is no channel “nowhere”, or it is archived',
    )
  })

  const later: readonly (readonly [what: string, request: Wire, outcome: string])[] = [
    ['a later request', { time: 9, status: 200 }, 'posted'],
    ['one that is not shown', { time: 9, status: 200, outcome: 'skipped' }, 'skipped'],
    ['one whose outcome is unknown', { time: 9, status: 500, outcome: 'failed' }, 'failed'],
    ['one that was before', { time: 4, status: 200 }, 'refused'],
    [
      'one that anybody may have sent',
      { time: 9, status: 401, error_id: 'web.incoming_webhook.signature.app_error' },
      'refused',
    ],
  ]
  for (const [what, request, outcome] of later) {
    it(`are ${outcome} after ${what}`, () => {
      const known = webhook(result('refused', 5))
      expect(latestResult(known, [requestOf(request)])).to.include({ outcome })
    })
  }
})
