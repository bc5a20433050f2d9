import { expect } from 'chai'
import { clientSettingsView, SETTINGS_PATCH, settingsView } from '../../lib/manage/settings.js'
import { DEFAULT_SETTINGS } from '../../lib/model/defaults.js'
import { sampleValues } from '../../lib/model/fields.js'
import type { HookSettings } from '../../lib/model/records.js'
import { inWire } from '../../lib/model/sent.js'
import { SETTINGS_FIELDS } from '../../lib/model/settings-fields.js'

const settingsChanges = (value: object) => SETTINGS_PATCH.read({ value, spell: inWire })
const changed: HookSettings = sampleValues(SETTINGS_FIELDS)

describe('settings', () => {
  for (const settings of [DEFAULT_SETTINGS, changed]) {
    it(`come back as they went out: ${settings.consoleLevel}`, () => {
      expect(settingsChanges(settingsView(settings))).to.deep.equal(settings)
    })
  }

  it('what a patch does not name stays unnamed', () => {
    expect(settingsChanges({})).to.deep.equal({})
    expect(settingsChanges({ ServiceSettings: null, LogSettings: {} })).to.deep.equal({})
    const patch = {
      ServiceSettings: { EnableIncomingWebhooks: false, EnablePostIconOverride: null },
    }
    expect(settingsChanges(patch)).to.deep.equal({ enableIncomingWebhooks: false })
  })

  it('clients are told no more than they need', () => {
    const host = {
      compatVersion: '5.14',
      siteUrl: 'https://x.test',
      listsUsers: false,
      requestsSince: null,
    }
    expect(clientSettingsView(changed, host)).to.deep.equal({
      EnableIncomingWebhooks: 'false',
      EnableOnlyAdminIntegrations: 'true',
      EnablePostUsernameOverride: 'true',
      EnablePostIconOverride: 'true',
      Version: '5.14',
      SiteURL: 'https://x.test',
    })
  })
})
