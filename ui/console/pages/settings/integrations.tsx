import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { CLIENT_SETTINGS } from '../../../../lib/model/settings-fields.js'
import { labels } from '../../config.js'
import { Crumbs, Heading } from '../../parts/heading.js'
import { SwitchSetting } from '../../parts/setting.js'
import { integrationsTitle, useSession } from '../../state/session.js'
import { Failure } from '../messages.js'
import { namesIn, SettingControl, type SettingsProps } from './controls.js'
import { NotSaved, Saving, SettingsSkeleton } from './saving.js'
import { useSettings } from './settings-state.js'
import { TurnOffQuestion } from './turn-off-question.js'

export function IntegrationsPage(): JSX.Element {
  const title = integrationsTitle(useSession())
  const state = useSettings()
  const { value, error, reload } = state.loaded
  return (
    <>
      <Crumbs
        steps={[{ text: labels.systemConsole }, { text: labels.integrations }, { text: title }]}
      />
      {value === null && error !== null ? (
        <Failure error={error} retry={reload} />
      ) : (
        <>
          <div class="head">
            <div class="head__text">
              <Heading key={title} title={title} />
              <p>
                Choose who may use incoming webhooks, and what the webhooks may do. Changes take
                effect immediately.
              </p>
            </div>
          </div>
          <NotSaved error={state.error} />
          {state.loaded.slow && <SettingsSkeleton />}
          {value !== null && <Switches state={state} settings={value} />}
        </>
      )}
    </>
  )
}

function Switches(props: SettingsProps): JSX.Element {
  return (
    <>
      <div class="stack">
        <section class="card" aria-labelledby="use-title">
          <div class="card__head">
            <div class="card__title">
              <h2 id="use-title">Incoming webhooks</h2>
            </div>
          </div>
          {namesIn('use').map((name) =>
            name === 'enableIncomingWebhooks' ? (
              <FeatureSwitch key={name} {...props} />
            ) : (
              <SettingControl key={name} {...props} name={name} />
            ),
          )}
        </section>
        <section class="card" aria-labelledby="look-title">
          <div class="card__head">
            <div class="card__title">
              <h2 id="look-title">Author name and picture</h2>
              <p>Every message from a webhook has the BOT label, whatever you choose here.</p>
            </div>
          </div>
          {namesIn('appearance').map((name) => (
            <SettingControl key={name} {...props} name={name} />
          ))}
        </section>
      </div>
      <Saving saving={props.state.saving} />
    </>
  )
}

/** Turning the feature off needs a confirmation. */
function FeatureSwitch({ state, settings }: SettingsProps): JSX.Element {
  const [asking, setAsking] = useState(false)
  const { wire, label, hint } = CLIENT_SETTINGS.enableIncomingWebhooks
  return (
    <SwitchSetting
      id={wire}
      label={label}
      hint={hint}
      on={settings.enableIncomingWebhooks}
      onTurn={(on) => {
        if (on) state.change('enableIncomingWebhooks', true)
        else setAsking(true)
      }}
    >
      {asking && (
        <TurnOffQuestion
          turnOff={() => {
            setAsking(false)
            state.change('enableIncomingWebhooks', false)
          }}
          keepOn={() => {
            setAsking(false)
            document.getElementById(wire)?.focus()
          }}
        />
      )}
    </SwitchSetting>
  )
}
