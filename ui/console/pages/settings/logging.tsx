import { Button, Notice } from 'express-incoming-webhooks-ui'
import { labels } from '../../config.js'
import { Link } from '../../parts/link.js'
import { SettingControls } from './controls.js'
import { SettingsPage, type SettingsProps } from './page.js'

export function LoggingPage() {
  return (
    <SettingsPage
      steps={[{ text: labels.systemConsole }, { text: 'Logging' }]}
      title="Logging"
      text={
        <>
          Choose what is kept of <Link to="console/requests">requests</Link>, and what is written to{' '}
          <Link to="console/logs">Logs</Link>. For webhook diagnostics, turn debugging on and set
          the level to DEBUG.
        </>
      }
    >
      {(props) => (
        <>
          <div class="card">
            <SettingControls {...props} group="logging" />
          </div>
          <Outcome {...props} />
        </>
      )}
    </SettingsPage>
  )
}

/** Shows whether diagnostics are written, which needs both settings. */
function Outcome({ settings, change }: SettingsProps) {
  const { enableWebhookDebugging: debugging, consoleLevel: level } = settings
  if (debugging && level === 'DEBUG') {
    return (
      <Notice kind="ok" class="mt-5" title="Webhook diagnostics are being written.">
        <Link to="console/logs">Open Logs</Link>
      </Notice>
    )
  }
  if (!debugging && level !== 'DEBUG') return null
  const complete = (): void => {
    if (debugging) change('consoleLevel', 'DEBUG')
    else change('enableWebhookDebugging', true)
  }
  return (
    <Notice
      kind="warn"
      class="mt-5"
      title="No diagnostics are being written yet."
      buttons={
        <Button small onPress={complete}>
          {debugging ? 'Set to DEBUG' : 'Turn debugging on'}
        </Button>
      }
    >
      {debugging
        ? `Debugging is on, but the level is ${level}.`
        : 'The level is DEBUG, but debugging is off.'}
    </Notice>
  )
}
