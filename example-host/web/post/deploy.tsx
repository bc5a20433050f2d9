import { Icon, type IconName } from 'express-incoming-webhooks-ui/icon'
import { listOf, memberOf, numberOf, textOf } from 'express-incoming-webhooks-ui/wire'
import type { Props } from '../api/shapes.js'

/** The states of stages, and what is said beside the name; another one has not begun. */
const STATES: ReadonlyMap<string, string> = new Map([
  ['done', ''],
  ['now', 'running'],
  ['failed', 'failed'],
])
const MAX_STAGES = 8
const MAX_FACTS = 8
const FACT_ICONS: Readonly<Record<string, IconName>> = {
  branch: 'branch',
  commit: 'code',
  duration: 'clock',
}
const BADGES: Readonly<Record<string, string>> = {
  done: 'badge--ok',
  failed: 'badge--bad',
  running: 'badge--info',
}

/** What is shown in place of the message of a `custom_` type, if its props have what that needs. */
export function customBody(type: string, { deploy }: Props) {
  return type === 'custom_deploy' && textOf(deploy, 'title') !== '' ? Deploy : null
}

/** A deployment: title, target, stages and facts, from `props.deploy`. */
function Deploy({ props: { deploy } }: { readonly props: Props }) {
  const [target, by, status, state] = ['target', 'by', 'status', 'state'].map((name) =>
    textOf(deploy, name),
  )
  const stages = listOf(memberOf(deploy, 'stages')).slice(0, MAX_STAGES)
  const about = [target && `to ${target}`, by && `by ${by}`].filter((each) => each !== '')
  return (
    <div class="deploy">
      <div class="deploy__head">
        <span class="av av--hook av--icon" aria-hidden="true">
          <Icon name="pulse" />
        </span>
        <h3 class="deploy__title">
          {textOf(deploy, 'title')} <small>{about.join(', ')}</small>
        </h3>
        {status && (
          <span class={`badge ${BADGES[state ?? ''] ?? ''}`}>
            {state === 'running' && <span class="spin" aria-hidden="true" />}
            {status}
          </span>
        )}
      </div>
      {stages.length > 0 && <Stages stages={stages} progress={numberOf(deploy, 'progress')} />}
      <Facts facts={listOf(memberOf(deploy, 'facts')).slice(0, MAX_FACTS)} />
    </div>
  )
}

function Stages({ stages, progress }: { stages: readonly unknown[]; progress: number }) {
  const share = Math.min(Math.max(progress, 0), 100)
  return (
    <ol
      class="deploy__steps"
      aria-label="Deployment stages"
      style={{ '--progress': `${share}%`, '--stages': stages.length }}
    >
      {stages.map((stage) => {
        const name = textOf(stage, 'name')
        const written = textOf(stage, 'state')
        const state = STATES.has(written) ? written : 'wait'
        const words = STATES.get(state) ?? 'not started'
        return (
          <li
            key={name}
            class={state === 'done' ? 'deploy__step' : `deploy__step deploy__step--${state}`}
            aria-current={state === 'now' ? 'step' : undefined}
          >
            {name}
            {words !== '' && <span class="vh">, {words}</span>}
          </li>
        )
      })}
    </ol>
  )
}

function Facts({ facts }: { readonly facts: readonly unknown[] }) {
  return (
    <div class="deploy__facts">
      {facts.map((fact, index) => {
        const kind = textOf(fact, 'kind')
        const icon = FACT_ICONS[kind]
        const value = textOf(fact, 'text')
        return (
          <span key={index}>
            {icon && <Icon name={icon} size="small" />}
            {kind === 'commit' ? <code>{value}</code> : <span>{value}</span>}
          </span>
        )
      })}
    </div>
  )
}
