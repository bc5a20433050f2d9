import { expect } from 'chai'
import type { IncomingWebhook } from 'express-incoming-webhooks'
import { completeWebhook } from '../../lib/host/complete-webhook.js'
import { webhookOf } from '../support/hook-host.js'

describe('a webhook that was stored before a field existed', () => {
  const stored = webhookOf({ username: 'ci' })

  it('has the default of that field, and all else as it was stored', () => {
    const { iconEmoji, rateLimit, ...rest } = stored
    const old: object = { ...rest, ofTheHost: 1 }
    const complete = completeWebhook(old as IncomingWebhook)
    expect(complete).to.deep.equal({ ...stored, ofTheHost: 1 })
  })

  it('has it too where the members of a record are accessors', () => {
    class Row {
      get id(): string {
        return 'w'
      }
      get username(): string {
        return 'ci'
      }
    }
    const row: object = new Row()
    const complete = completeWebhook(row as IncomingWebhook)
    expect(complete).to.include({ id: 'w', username: 'ci', description: '', enabled: true })
  })

  it('is the same object when nothing is missing', () => {
    expect(completeWebhook(stored)).to.equal(stored)
  })
})
