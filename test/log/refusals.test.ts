import { expect } from 'chai'
import type { AnsweredRequest } from '../../lib/log/metrics.js'
import { createRefusals } from '../../lib/log/refusals.js'

const LIMITED = 'api.context.rate_limited.app_error'

function scene() {
  const lines: unknown[][] = []
  const refusals = createRefusals((...line) => lines.push(line))
  const note = (webhookId: string, outcome: AnsweredRequest['outcome'], reason = LIMITED): void => {
    const rest = { method: 'POST', status: 429, format: '', seconds: 0 }
    refusals.note({ ...rest, webhookId, outcome, reason })
  }
  return { lines, note, refusals }
}

describe('the log of refusals', () => {
  it('has one line for each webhook, with the reasons', () => {
    const { lines, note, refusals } = scene()
    for (let count = 0; count < 396; count += 1) note('a', 'refused')
    note('a', 'refused', 'no_text')
    note('b', 'refused')
    expect(lines).to.deep.equal([])
    refusals.write()
    const reasons = { [LIMITED]: 396, no_text: 1 }
    expect(lines).to.deep.equal([
      [
        'warn',
        'webhook a: 397 requests refused in the last minute',
        { webhook: 'a', refused: 397, failed: 0, reasons },
      ],
      [
        'warn',
        'webhook b: 1 request refused in the last minute',
        { webhook: 'b', refused: 1, failed: 0, reasons: { [LIMITED]: 1 } },
      ],
    ])
  })

  it('says of how many it is unknown whether they were stored', () => {
    const { lines, note, refusals } = scene()
    note('a', 'refused')
    note('a', 'failed', '')
    note('b', 'failed', 'storage_timeout')
    refusals.write()
    expect(lines.map(([, message]) => message)).to.deep.equal([
      'webhook a: 1 request refused, 1 failed in the last minute',
      'webhook b: 1 request failed in the last minute',
    ])
    expect(lines[0]?.[2]).to.include({ refused: 1, failed: 1 })
    expect(lines[0]?.[2]).to.deep.include({ reasons: { [LIMITED]: 1, host_failed: 1 } })
  })

  it('is silent about what was delivered, and about keys that are nobody’s', () => {
    const { lines, note, refusals } = scene()
    note('a', 'posted', '')
    note('a', 'skipped', '')
    note('', 'refused', 'web.incoming_webhook.invalid.app_error')
    refusals.write()
    expect(lines).to.deep.equal([])
  })

  it('begins anew with each minute', () => {
    const { lines, note, refusals } = scene()
    note('a', 'refused')
    refusals.write()
    refusals.write()
    expect(lines).to.have.lengthOf(1)
  })

  it('has at most 21 lines, of which the last is about all other webhooks', () => {
    const { lines, note, refusals } = scene()
    for (let webhook = 0; webhook < 500; webhook += 1) {
      note(`w${webhook}`, 'refused')
      note(`w${webhook}`, 'refused')
    }
    refusals.write()
    expect(lines).to.have.lengthOf(21)
    expect(lines.at(-1)).to.deep.equal([
      'warn',
      'other webhooks: 960 requests refused in the last minute',
      { refused: 960, failed: 0, reasons: { [LIMITED]: 960 } },
    ])
  })
})
