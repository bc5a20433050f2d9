import type { ComponentChildren, JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { Settings, SwitchName } from '../../api/settings.js'
import { Crumbs, Heading } from '../../parts/heading.js'
import { SwitchSetting } from '../../parts/setting.js'
import { integrationsTitle, useSession } from '../../state/session.js'
import { Failure } from '../messages.js'
import { NotSaved, Saving, SettingsSkeleton } from './saving.js'
import { type SettingsState, useSettings } from './settings-state.js'
import { TurnOffQuestion } from './turn-off-question.js'

export function IntegrationsPage(): JSX.Element {
  const title = integrationsTitle(useSession())
  const state = useSettings()
  const { value, error, reload } = state.loaded
  return (
    <>
      <Crumbs steps={[{ text: 'System Console' }, { text: 'Integrations' }, { text: title }]} />
      {value === null && error !== null ? (
        <Failure error={error} retry={reload} />
      ) : (
        <>
          <div class="head">
            <div class="head__text">
              <Heading key={title} title={title} />
              <p>Who may use incoming webhooks, and what they may do. Changes apply at once.</p>
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

interface SwitchesProps {
  readonly state: SettingsState
  readonly settings: Settings
}

function Switches({ state, settings }: SwitchesProps): JSX.Element {
  return (
    <>
      <div class="stack">
        <section class="card" aria-labelledby="use-title">
          <div class="card__head">
            <div class="card__title">
              <h2 id="use-title">Incoming webhooks</h2>
            </div>
          </div>
          <FeatureSwitch state={state} settings={settings} />
          <Switch state={state} settings={settings} name="EnableOnlyAdminIntegrations" />
          <Switch state={state} settings={settings} name="RestrictDirectMessagesToCreator" />
        </section>
        <section class="card" aria-labelledby="look-title">
          <div class="card__head">
            <div class="card__title">
              <h2 id="look-title">Name and picture of messages</h2>
              <p>Every message of a webhook carries the BOT indicator, whatever is chosen here.</p>
            </div>
          </div>
          <Switch state={state} settings={settings} name="EnablePostUsernameOverride" />
          <Switch state={state} settings={settings} name="EnablePostIconOverride" />
        </section>
      </div>
      <Saving saving={state.saving} />
    </>
  )
}

interface Words {
  readonly label: string
  readonly hint: ComponentChildren
}

type OwnSwitch = Exclude<SwitchName, 'EnableWebhookDebugging'>

const WORDS: Readonly<Record<OwnSwitch, Words>> = {
  EnableIncomingWebhooks: {
    label: 'Enable Incoming Webhooks',
    hint: 'When off, requests are refused with “Incoming webhooks have been disabled by the system admin” and Integrations leaves the Main Menu. Webhooks are kept.',
  },
  EnableOnlyAdminIntegrations: {
    label: 'Restrict webhook creation to administrators',
    hint: 'When on, only administrators create and manage webhooks, and others do not see Integrations. Existing webhooks go on posting.',
  },
  RestrictDirectMessagesToCreator: {
    label: 'Restrict direct messages to the creator',
    hint: "When on, a payload can reach a direct channel only if the webhook's creator takes part in it.",
  },
  EnablePostUsernameOverride: {
    label: 'Enable integrations to override usernames',
    hint: (
      <>
        When on, a payload can choose the name that is shown. When off, the name is <b>webhook</b>.
      </>
    ),
  },
  EnablePostIconOverride: {
    label: 'Enable integrations to override profile picture icons',
    hint: "When on, a payload can choose a picture or an emoji. When off, the picture of the webhook's creator is shown.",
  },
}

function Switch({ state, settings, name }: SwitchesProps & { name: OwnSwitch }): JSX.Element {
  return (
    <SwitchSetting
      id={name}
      {...WORDS[name]}
      on={settings[name]}
      onTurn={(on) => {
        state.change(name, on)
      }}
    />
  )
}

/** Turning everything off is asked about first. */
function FeatureSwitch({ state, settings }: SwitchesProps): JSX.Element {
  const [asking, setAsking] = useState(false)
  return (
    <SwitchSetting
      id="EnableIncomingWebhooks"
      {...WORDS.EnableIncomingWebhooks}
      on={settings.EnableIncomingWebhooks}
      onTurn={(on) => {
        if (on) state.change('EnableIncomingWebhooks', true)
        else setAsking(true)
      }}
    >
      {asking && (
        <TurnOffQuestion
          turnOff={() => {
            setAsking(false)
            state.change('EnableIncomingWebhooks', false)
          }}
          keepOn={() => {
            setAsking(false)
            document.getElementById('EnableIncomingWebhooks')?.focus()
          }}
        />
      )}
    </SwitchSetting>
  )
}
