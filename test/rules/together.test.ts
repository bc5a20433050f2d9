import { expect } from 'chai'
import { slackAlert } from '../../lib/rules/together.js'

describe('the title of an alert in Slack', () => {
  const rows: readonly (readonly [string, ReturnType<typeof slackAlert>])[] = [
    ['[FIRING:1] DiskFull', { key: 'DiskFull', state: 'open' }],
    ['[FIRING:1] DiskFull (db1 critical)', { key: 'DiskFull', state: 'open' }],
    ['[FIRING:2] DiskFull (critical)', { key: 'DiskFull', state: 'open' }],
    ['[RESOLVED] DiskFull (critical (eu) db1)', { key: 'DiskFull', state: 'closed' }],
    ['[FIRING:1, RESOLVED:2] Disk (data) prod (db1)', { key: 'Disk (data) prod', state: 'open' }],
    ['[Alerting] Disk full', { key: 'Disk full', state: 'open' }],
    ['[OK] Disk full', { key: 'Disk full', state: 'closed' }],
    ['[No Data] Disk full', { key: 'Disk full', state: 'open' }],
    ['[FIRING:1]  (DiskFull db1)', { key: '(DiskFull db1)', state: 'open' }],
    ['[FIRING:1] Disk) full)', { key: 'Disk) full)', state: 'open' }],
    ['[FIRING:1] ', null],
    ['[DRILL] Disk full', null],
    ['Disk full [RESOLVED]', null],
  ]
  for (const [title, expected] of rows) {
    it(`${expected ? `is “${expected.key}”, ${expected.state},` : 'is none'} where the title is “${title}”`, () => {
      expect(slackAlert({ title, fallback: `${title} | https://am.example` })).to.deep.equal(
        expected,
      )
    })
  }

  it('counts whole where a template of its own wrote it', () => {
    const title = '[RESOLVED] Backup failed (db1)'
    for (const fallback of ['', '[RESOLVED] Backup (critical) | https://am.example']) {
      expect(slackAlert({ title, fallback })?.key).to.equal('Backup failed (db1)')
    }
    const uncounted = '[FIRING] Backup failed (db1)'
    expect(slackAlert({ title: uncounted, fallback: uncounted })?.key).to.equal(
      'Backup failed (db1)',
    )
  })
})
