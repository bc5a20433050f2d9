import { type CallError, callErrorOf, Notice, useLatest } from 'express-incoming-webhooks-ui'
import type { ComponentChildren, ComponentProps } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { fieldNames } from '../../../../lib/model/fields.js'
import {
  type SettingField,
  type SettingFields,
  SETTINGS_FIELDS,
} from '../../../../lib/model/settings-fields.js'
import { changeSetting, readSettings, type SettingName, type Settings } from '../../api/settings.js'
import { pictureSources } from '../../config.js'
import { CardSkeleton } from '../../parts/card.js'
import { choicesOf, Select } from '../../parts/field.js'
import { PageHead } from '../../parts/heading.js'
import { useLoaded } from '../../state/loading.js'
import { useSession } from '../../state/session.js'
import { errorText, Failure } from '../loaded.js'

interface SettingsPageProps extends Pick<
  ComponentProps<typeof PageHead>,
  'above' | 'title' | 'text'
> {
  readonly children: (props: SettingsProps) => ComponentChildren
}

/** A page of settings, which are saved at once. */
export function SettingsPage({ children, ...head }: SettingsPageProps) {
  const { loaded, saving, error, change } = useSettings()
  const { value, slow, reload } = loaded
  if (value === null && loaded.error) return <Failure error={loaded.error} retry={reload} />
  return (
    <>
      <PageHead {...head} />
      {error && (
        <Notice kind="bad" role="alert" class="mb-4" title="Not saved.">
          {errorText(error)} You now see the current settings.
        </Notice>
      )}
      {slow && <CardSkeleton label="Loading the settings" />}
      {value && (
        <>
          {children({ settings: value, change })}
          <p class="hint mt-4" role="status">
            {saving ? (
              <span class="row">
                <span class="spin" aria-hidden="true" />
                Saving
              </span>
            ) : (
              'All changes are saved.'
            )}
          </p>
        </>
      )}
    </>
  )
}

/** The settings as they are shown, and how to change one. */
export interface SettingsProps {
  readonly settings: Settings
  /**
   * A change is shown immediately and reverted if saving fails. Changes that are made while another one
   * is being saved are saved after it.
   */
  readonly change: <Name extends SettingName>(name: Name, value: Settings[Name]) => void
}

function useSettings() {
  const loaded = useLoaded(readSettings)
  const { refresh } = useSession()
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState<CallError | null>(null)
  const changes = useRef(0)
  const last = useRef(Promise.resolve())
  const shown = useLatest(loaded.value)
  const show = (settings: Settings) => {
    shown.current = settings
    loaded.put(settings)
  }
  const change: SettingsProps['change'] = (name, value) => {
    if (shown.current === null) return
    const before = shown.current[name]
    const number = ++changes.current
    const save = async () => {
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

const FIELDS: SettingFields & Readonly<Record<SettingName, SettingField>> = SETTINGS_FIELDS

interface ControlsProps extends SettingsProps {
  readonly group: SettingField['group']
  /** What is shown below some of them. */
  readonly below?: Readonly<Partial<Record<SettingName, ComponentChildren>>>
}

/** The settings of a group. Each is saved at once. */
export function SettingControls({ group, below = {}, ...props }: ControlsProps) {
  const names = fieldNames(FIELDS).filter((name) => FIELDS[name].group === group)
  return (
    <>
      {names.map((name) => (
        <SettingControl key={name} {...props} name={name}>
          {below[name]}
        </SettingControl>
      ))}
    </>
  )
}

interface ControlProps extends SettingsProps {
  readonly name: SettingName
  readonly children: ComponentChildren
}

function SettingControl({ settings, change, name, children }: ControlProps) {
  const field: SettingField = FIELDS[name]
  const { wire: id, label, hint } = field
  const attributes = { id, 'aria-describedby': `${id}-hint` }
  return (
    <div class="setting">
      <label class="setting__label" for={id}>
        {label}
      </label>
      <div class="setting__control">
        {field.kind === 'choice' ? (
          <Select
            {...attributes}
            class="input level"
            choices={choicesOf(field)}
            chosen={String(settings[name])}
            onChoose={(choice) => change(name, FIELDS[name].fromWire(choice))}
          />
        ) : (
          <Switch
            attributes={attributes}
            on={settings[name] === true}
            onTurn={(on) => change(name, on)}
          />
        )}
      </div>
      <p class="setting__hint" id={`${id}-hint`}>
        {/* Otherwise a switch that is on promises pictures that nobody sees. */}
        {hint} {name === 'enablePostIconOverride' && pictureSources()}
      </p>
      {children}
    </div>
  )
}

interface SwitchProps {
  readonly attributes: { readonly id: string }
  readonly on: boolean
  readonly onTurn: (on: boolean) => void
}

/** A switch, and its state in a word. */
function Switch({ attributes, on, onTurn }: SwitchProps) {
  return (
    <>
      <span class="setting__state" aria-hidden="true">
        {on ? 'On' : 'Off'}
      </span>
      <span class="switch">
        <input
          {...attributes}
          class="switch__input"
          type="checkbox"
          role="switch"
          checked={on}
          onChange={({ currentTarget }) => {
            const wanted = currentTarget.checked
            // The switch shows the saved state, so it changes only after the save.
            currentTarget.checked = on
            onTurn(wanted)
          }}
        />
      </span>
    </>
  )
}
