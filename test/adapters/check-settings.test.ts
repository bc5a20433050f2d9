import { expect } from 'chai'
import { createMemoryAdapters } from 'express-incoming-webhooks/memory'
import { checkSettings } from '../../lib/adapters/check-settings.js'

describe('changes of settings in code', () => {
  it('have the names that settings have in code', () => {
    checkSettings({ enablePostUsernameOverride: true, consoleLevel: 'DEBUG' })
    checkSettings({})
  })

  it('are refused with the name in code if they have that of the API', () => {
    const changes = Object.fromEntries([['EnablePostUsernameOverride', true]])
    expect(() => {
      checkSettings(changes)
    }).to.throw(
      TypeError,
      'EnablePostUsernameOverride is not a setting; in code, write enablePostUsernameOverride',
    )
    expect(() => createMemoryAdapters().settings.update(changes)).to.throw(TypeError)
  })

  it('are refused with all names if they have another', () => {
    expect(() => {
      checkSettings({ toString: true })
    }).to.throw(TypeError, 'toString is not a setting; in code, write enableIncomingWebhooks, ')
  })
})
