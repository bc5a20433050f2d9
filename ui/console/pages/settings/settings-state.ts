import { useLatest } from 'express-incoming-webhooks-ui/latest'
import type { CallError } from 'express-incoming-webhooks-ui/call'
import { useRef, useState } from 'preact/hooks'
import { changeSetting, readSettings, type SettingName, type Settings } from '../../api/settings.js'
import { callErrorOf, type Loaded, useLoaded } from '../../state/loading.js'
import { useSession } from '../../state/session.js'

/** The settings, and a function to change one. */
export interface SettingsState {
  readonly loaded: Loaded<Settings>
  /**
   * A change is shown immediately and reverted if saving fails. Changes that are made while another one
   * is being saved are saved after it.
   */
  readonly change: <Name extends SettingName>(name: Name, value: Settings[Name]) => void
  readonly saving: boolean
  readonly error: CallError | null
}

export function useSettings(): SettingsState {
  const loaded = useLoaded(readSettings)
  const { refresh } = useSession()
  const [waiting, setWaiting] = useState(0)
  const [error, setError] = useState<CallError | null>(null)
  const unsaved = useRef(0)
  const last = useRef(Promise.resolve())
  const shown = useLatest(loaded.value)
  const show = (settings: Settings): void => {
    shown.current = settings
    loaded.put(settings)
  }
  const wait = (count: 1 | -1): void => {
    unsaved.current += count
    setWaiting(unsaved.current)
  }
  const save = async <Name extends SettingName>(
    name: Name,
    value: Settings[Name],
    before: Settings[Name],
  ): Promise<void> => {
    try {
      const saved = await changeSetting(name, value)
      // What is shown is newer than the response while other changes wait.
      if (unsaved.current === 1) show(saved)
      refresh()
    } catch (reason) {
      if (shown.current) show({ ...shown.current, [name]: before })
      setError(callErrorOf(reason))
      loaded.reload()
    } finally {
      wait(-1)
    }
  }
  return {
    loaded,
    saving: waiting > 0,
    error,
    change: (name, value) => {
      if (shown.current === null) return
      const before = shown.current[name]
      setError(null)
      wait(1)
      show({ ...shown.current, [name]: value })
      last.current = last.current.then(() => save(name, value, before))
    },
  }
}
