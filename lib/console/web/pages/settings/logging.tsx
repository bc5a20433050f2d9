import type { JSX } from 'preact'
import { LEVELS, type Settings } from '../../api/settings.js'
import { Button } from '../../parts/button.js'
import { Crumbs, Heading } from '../../parts/heading.js'
import { Link } from '../../parts/link.js'
import { Notice } from '../../parts/notice.js'
import { SwitchSetting } from '../../parts/setting.js'
import { Failure } from '../messages.js'
import { NotSaved, Saving, SettingsSkeleton } from './saving.js'
import { type SettingsState, useSettings } from './settings-state.js'

export function LoggingPage(): JSX.Element {
  const state = useSettings()
  const { value, error, reload, slow } = state.loaded
  if (value === null && error !== null) return <Failure error={error} retry={reload} />
  return (
    <>
      <Crumbs steps={[{ text: 'System Console' }, { text: 'Logging' }]} />
      <div class="head">
        <div class="head__text">
          <Heading title="Logging" />
          <p>
            What is written to <Link to="console/logs">Logs</Link>. For webhook diagnostics, turn
            debugging on and set the level to DEBUG.
          </p>
        </div>
      </div>
      <NotSaved error={state.error} />
      {slow && <SettingsSkeleton />}
      {value !== null && <LoggingSettings state={state} settings={value} />}
    </>
  )
}

interface LoggingSettingsProps {
  readonly state: SettingsState
  readonly settings: Settings
}

function LoggingSettings({ state, settings }: LoggingSettingsProps): JSX.Element {
  return (
    <>
      <div class="card">
        <SwitchSetting
          id="EnableWebhookDebugging"
          label="Enable Webhook Debugging"
          hint="Writes one line for every webhook request: what came, what was done, why it was refused. Keys are never written, texts are cut short."
          on={settings.EnableWebhookDebugging}
          onTurn={(on) => {
            state.change('EnableWebhookDebugging', on)
          }}
        />
        <div class="setting">
          <label class="setting__label" for="ConsoleLevel">
            Console Log Level
          </label>
          <div class="setting__control">
            <select
              class="input level"
              id="ConsoleLevel"
              aria-describedby="ConsoleLevel-hint"
              value={settings.ConsoleLevel}
              onChange={(event) => {
                const level = LEVELS.find((each) => each === event.currentTarget.value)
                if (level !== undefined) state.change('ConsoleLevel', level)
              }}
            >
              {LEVELS.map((level) => (
                <option key={level}>{level}</option>
              ))}
            </select>
          </div>
          <p class="setting__hint" id="ConsoleLevel-hint">
            DEBUG writes everything, ERROR only failures.
          </p>
        </div>
      </div>
      <Outcome state={state} settings={settings} />
      <Saving saving={state.saving} />
    </>
  )
}

/** Whether anything is written, which takes both settings. */
function Outcome({ state, settings }: LoggingSettingsProps): JSX.Element | null {
  const { EnableWebhookDebugging: debugging, ConsoleLevel: level } = settings
  if (debugging && level === 'DEBUG') {
    return (
      <Notice kind="ok" class="mt-5">
        <p>
          <span class="notice__title">Webhook diagnostics are being written.</span>{' '}
          <Link to="console/logs">Open Logs</Link>
        </p>
      </Notice>
    )
  }
  if (!debugging && level !== 'DEBUG') return null
  return (
    <Notice kind="warn" class="mt-5">
      <p>
        <span class="notice__title">No diagnostics are written yet.</span>{' '}
        {debugging
          ? `Debugging is on, but the level is ${level}.`
          : 'The level is DEBUG, but debugging is off.'}
      </p>
      <div class="btns mt-3">
        <Button
          small
          onPress={() => {
            if (debugging) state.change('ConsoleLevel', 'DEBUG')
            else state.change('EnableWebhookDebugging', true)
          }}
        >
          {debugging ? 'Set to DEBUG' : 'Turn debugging on'}
        </Button>
      </div>
    </Notice>
  )
}
