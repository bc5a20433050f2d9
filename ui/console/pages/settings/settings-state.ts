import { useLatest } from 'express-incoming-webhooks-ui/latest'
import type { CallError } from 'express-incoming-webhooks-ui/call'
import { useRef, useState } from 'preact/hooks'
import { changeSetting, readSettings, type SettingName, type Settings } from '../../api/settings.js'
import { callErrorOf, type Loaded, useLoaded } from '../../state/loading.js'
import { useSession } from '../../state/session.js'

/** The settings as they are shown, and how to change one. */
export interface SettingsProps {
  readonly settings: Settings
  /**
   * A change is shown immediately and reverted if saving fails. Changes that are made while another one
   * is being saved are saved after it.
   */
  readonly change: <Name extends SettingName>(name: Name, value: Settings[Name]) => void
}

interface SettingsState extends Pick<SettingsProps, 'change'> {
  readonly loaded: Loaded<Settings>
  readonly saving: boolean
  readonly error: CallError | null
}

export function useSettings(): SettingsState {
  const loaded = useLoaded(readSettings)
  const { refresh } = useSession()
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState<CallError | null>(null)
  const changes = useRef(0)
  const last = useRef(Promise.resolve())
  const shown = useLatest(loaded.value)
  const show = (settings: Settings): void => {
    shown.current = settings
    loaded.put(settings)
  }
  const change: SettingsProps['change'] = (name, value) => {
    if (shown.current === null) return
    const before = shown.current[name]
    const number = ++changes.current
    const save = async (): Promise<void> => {
      try {
        const saved = await changeSetting(name, value)
        // What is shown is newer than the response while other changes wait.
        if (number === changes.current) show(saved)
        refresh()
      } catch (reason) {
        if (shown.current) show({ ...shown.current, [name]: before })
        setError(callErrorOf(reason))
        loaded.reload()
      } finally {
        if (number === changes.current) setSaving(false)
      }
    }
    setError(null)
    setSaving(true)
    show({ ...shown.current, [name]: value })
    last.current = last.current.then(save)
  }
  return { loaded, saving, error, change }
}
