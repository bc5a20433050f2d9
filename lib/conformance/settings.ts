import assert from 'node:assert/strict'
import { copyOf } from '../model/json.js'
import { DEFAULT_SETTINGS } from '../model/defaults.js'
import { fieldNames, recordOf, sampleValues } from '../model/fields.js'
import type { HookSettings } from '../model/records.js'
import { SETTINGS_FIELDS } from '../model/settings-fields.js'
import { check } from './checks.js'
import { scramble } from './scene.js'

/** Contract of `SettingsAdapter`. */
export const SETTINGS = check({
  'are complete before the first change': async ({ settings }) => {
    const all = await settings.get()
    for (const [name, value] of Object.entries(DEFAULT_SETTINGS)) {
      assert.equal(typeof Reflect.get(all, name), typeof value, `type of ${name}`)
    }
  },
  'change only where a value is given, and are returned in full': async ({ settings }) => {
    const before = await settings.get()
    const changes = {
      enablePostUsernameOverride: !before.enablePostUsernameOverride,
      consoleLevel: before.consoleLevel === 'DEBUG' ? 'INFO' : 'DEBUG',
    } as const
    const changed = { ...before, ...changes }
    assert.deepEqual(await settings.update(changes), changed, 'update of two settings')
    assert.deepEqual(await settings.get(), changed, 'get after the update')
    const off = { enableIncomingWebhooks: false }
    assert.deepEqual(await settings.update(off), { ...changed, ...off }, 'update of another one')
    const others = otherValues(before)
    assert.deepEqual(await settings.update(others), { ...before, ...others }, 'update of all')
    assert.deepEqual(await settings.get(), { ...before, ...others }, 'get after the update')
  },
  'do not change if nothing is given': async ({ settings }) => {
    const before = copyOf(await settings.get())
    assert.deepEqual(await settings.update({}), before, 'update of nothing')
    assert.deepEqual(await settings.get(), before, 'get after the update')
  },
  'are copies: changing input or results does not change what is stored': async ({ settings }) => {
    const before = copyOf(await settings.get())
    scramble(await settings.get())
    assert.deepEqual(await settings.get(), before, 'settings after a changed result')
    const changes = { enableWebhookDebugging: !before.enableWebhookDebugging }
    const after = { ...before, ...changes }
    scramble(await settings.update(changes))
    scramble(changes)
    assert.deepEqual(await settings.get(), after, 'settings after the changes')
  },
})

/** For each setting, a value that differs from the current one. */
function otherValues(settings: HookSettings) {
  const samples = sampleValues<HookSettings>(SETTINGS_FIELDS)
  return recordOf<HookSettings>(fieldNames(samples), (name) =>
    settings[name] === samples[name] ? DEFAULT_SETTINGS[name] : samples[name],
  )
}
