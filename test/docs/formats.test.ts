import { expect } from 'chai'
import { describeFormat } from 'express-incoming-webhooks/conformance'
import { buildServer } from '../../docs/examples/build-server.js'

const FAILED = {
  job: { id: 7, name: 'shop' },
  result: 'failed',
  branch: 'main',
  commit: { id: 'abc1234' },
  tests: [{ name: 'pays by card' }],
  started_at: 1_790_000_000,
  finished_at: 1_790_000_100,
  url: 'https://builds.example.org/7',
  log_url: 'https://builds.example.org/7/log',
}
const FINISHED = { 'X-Build-Event': 'finished' }

describe('the format of docs/examples/build-server.ts', () => {
  it('says what an event is about, for the incident that a build begins and ends', () => {
    const request = { headers: { 'x-build-event': 'finished' }, query: {} }
    const body = { kind: 'json', value: FAILED, text: '' } as const
    expect(buildServer.read({ ...request, body })).to.deep.include({
      kind: 'message',
      event: {
        event: 'failed',
        incident: '7',
        incidentTitle: 'shop',
        state: 'open',
        at: 1_790_000_100_000,
      },
    })
    const unnamed = { ...body, value: { ...FAILED, job: {} } }
    expect(buildServer.read({ ...request, body: unnamed })).to.deep.equal({
      kind: 'refuse',
      path: 'job.name',
      reason: 'is missing',
    })
  })
})

describeFormat(buildServer, [
  {
    name: 'a build that fails',
    headers: FINISHED,
    body: FAILED,
    shows: ['Failed: shop', 'pays by card', 'main', 'abc1234', '2026-09-21 14:13 UTC'],
    links: [FAILED.url, FAILED.log_url],
    event: { event: 'failed', incident: '7', state: 'open' },
  },
  {
    name: 'a build that passes',
    headers: FINISHED,
    body: { ...FAILED, result: 'Passed', tests: [] },
    shows: ['Passed: shop'],
    event: { event: 'passed', incident: '7', state: 'closed' },
  },
  {
    name: 'a build that waits',
    headers: { 'X-Build-Event': 'queued' },
    body: { job: { name: 'shop' } },
    isSkipped: true,
  },
])
