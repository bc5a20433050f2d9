import type { CallError } from 'express-incoming-webhooks-ui/call'
import { changeSetting, readSettings, type SettingName, type Settings } from '../../api/settings.js'
import { useAction } from '../../state/action.js'
import { type Loaded, useLoaded } from '../../state/loading.js'
import { useSession } from '../../state/session.js'

/** The settings, and a function to change one. */
export interface SettingsState {
  readonly loaded: Loaded<Settings>
  /** A change is shown immediately and reverted if saving fails. */
  readonly change: <Name extends SettingName>(name: Name, value: Settings[Name]) => void
  readonly saving: boolean
  readonly error: CallError | null
}

export function useSettings(): SettingsState {
  const loaded = useLoaded(readSettings)
  const { refresh } = useSession()
  const { busy, error, run } = useAction()
  return {
    loaded,
    saving: busy,
    error,
    change: (name, value) => {
      const before = loaded.value
      if (before === null) return
      run(async () => {
        loaded.put({ ...before, [name]: value })
        try {
          loaded.put(await changeSetting(name, value))
          refresh()
        } catch (reason) {
          loaded.put(before)
          loaded.reload()
          throw reason
        }
      })
    },
  }
}
