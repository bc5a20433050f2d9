import type { JSX } from 'preact'
import { Button } from '../../parts/button.js'
import { labels } from '../../config.js'
import { Crumbs, Heading } from '../../parts/heading.js'
import { Link } from '../../parts/link.js'
import { Notice } from '../../parts/notice.js'
import { Failure } from '../messages.js'
import { namesIn, SettingControl, type SettingsProps } from './controls.js'
import { NotSaved, Saving, SettingsSkeleton } from './saving.js'
import { useSettings } from './settings-state.js'

export function LoggingPage(): JSX.Element {
  const state = useSettings()
  const { value, error, reload, slow } = state.loaded
  if (value === null && error !== null) return <Failure error={error} retry={reload} />
  return (
    <>
      <Crumbs steps={[{ text: labels.systemConsole }, { text: 'Logging' }]} />
      <div class="head">
        <div class="head__text">
          <Heading title="Logging" />
          <p>
            Choose what is written to <Link to="console/logs">Logs</Link>. For webhook diagnostics,
            turn debugging on and set the level to DEBUG.
          </p>
        </div>
      </div>
      <NotSaved error={state.error} />
      {slow && <SettingsSkeleton />}
      {value !== null && <LoggingSettings state={state} settings={value} />}
    </>
  )
}

function LoggingSettings(props: SettingsProps): JSX.Element {
  return (
    <>
      <div class="card">
        {namesIn('logging').map((name) => (
          <SettingControl key={name} {...props} name={name} />
        ))}
      </div>
      <Outcome {...props} />
      <Saving saving={props.state.saving} />
    </>
  )
}

/** Shows whether diagnostics are written, which needs both settings. */
function Outcome({ state, settings }: SettingsProps): JSX.Element | null {
  const { enableWebhookDebugging: debugging, consoleLevel: level } = settings
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
        <span class="notice__title">No diagnostics are being written yet.</span>{' '}
        {debugging
          ? `Debugging is on, but the level is ${level}.`
          : 'The level is DEBUG, but debugging is off.'}
      </p>
      <div class="btns mt-3">
        <Button
          small
          onPress={() => {
            if (debugging) state.change('consoleLevel', 'DEBUG')
            else state.change('enableWebhookDebugging', true)
          }}
        >
          {debugging ? 'Set to DEBUG' : 'Turn debugging on'}
        </Button>
      </div>
    </Notice>
  )
}
