import { BODY_FACT } from '../../../../../lib/model/event-rules.js'
import { fieldNames } from '../../../../../lib/model/fields.js'
import type { LoggedRequest } from '../../../api/requests.js'
import { Select } from '../../../parts/field.js'
import { ChannelIcon, channelsOf, PickerButton } from '../../../parts/picker.js'
import { knownChannel, learnChannel } from '../../../state/channels.js'
import {
  asksValue,
  type Condition,
  type Effect,
  type EffectKind,
  EFFECTS,
  RELATIONS,
  valueText,
} from './sentence.js'
import { factsIn, valuesSeen } from './trial.js'

interface ConditionProps {
  /** Of the first control. */
  readonly id: string
  readonly requests: readonly LoggedRequest[]
  readonly condition: Condition
  readonly onChange: (condition: Condition) => void
}

/** `branch` `is not` `main`. */
export function ConditionControls({ id, requests, condition, onChange }: ConditionProps) {
  const { fact, relation, text } = condition
  const put = (changes: Partial<Condition>) => onChange({ ...condition, ...changes })
  const isBody = fact.startsWith(BODY_FACT)
  const { seen, others } = factsIn(requests)
  const entered = text.slice(0, text.lastIndexOf(',') + 1)
  return (
    <>
      <select
        class="input"
        id={id}
        aria-label="Fact"
        value={isBody ? BODY_FACT : fact}
        onChange={({ currentTarget }) => put({ fact: currentTarget.value })}
      >
        <Names label="In recent requests" names={seen} />
        <Names label={seen.length === 0 ? 'Facts' : 'Others'} names={others} />
        <option value={BODY_FACT}>body …</option>
      </select>
      {isBody && (
        <input
          class="input"
          aria-label="Path in the body"
          placeholder="alert.team"
          spellcheck={false}
          value={fact.slice(BODY_FACT.length)}
          onInput={({ currentTarget }) => put({ fact: BODY_FACT + currentTarget.value.trim() })}
        />
      )}
      <Select
        aria-label="Relation"
        choices={fieldNames(RELATIONS)
          .filter(
            (name) => name !== 'atLeast' || isBody || fact === 'severity' || name === relation,
          )
          .map((name) => ({ name, text: RELATIONS[name] }))}
        chosen={relation}
        onChoose={(next) => put({ relation: next })}
      />
      {asksValue(relation) && (
        <>
          <input
            class="input"
            aria-label={relation === 'atLeast' ? 'Value' : 'Values'}
            list={`${id}.values`}
            autocomplete="off"
            spellcheck={false}
            value={text}
            onInput={({ currentTarget }) => put({ text: currentTarget.value })}
          />
          <datalist id={`${id}.values`}>
            {valuesSeen(fact, requests).map((value) => (
              // Browsers offer what begins with the whole text.
              <option key={value} value={`${entered}${entered && ' '}${valueText(value)}`} />
            ))}
          </datalist>
        </>
      )}
    </>
  )
}

function Names({ label, names }: { readonly label: string; readonly names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <optgroup label={label}>
      {names.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </optgroup>
  )
}

interface EffectProps {
  readonly id: string
  readonly effect: Effect
  /** The kinds of effects that the rule has. */
  readonly taken: readonly EffectKind[]
  readonly teamId: string
  readonly onChange: (effect: Effect) => void
}

/** `post in` `#releases`. */
export function EffectControls({ id, effect, taken, teamId, onChange }: EffectProps) {
  const { kind, text } = effect
  const put = (next: string) => onChange({ kind, text: next })
  const { choices } = EFFECTS[kind]
  const channel = knownChannel(text)
  return (
    <>
      <Select
        id={id}
        aria-label="What happens"
        choices={fieldNames(EFFECTS)
          .filter((name) => name === kind || !taken.includes(name))
          .map((name) => ({ name, text: EFFECTS[name].words }))}
        chosen={kind}
        onChoose={(next) => onChange(initialEffect(next))}
      />
      {kind === 'channel' && (
        <PickerButton
          {...channelsOf(teamId)}
          label="Channel of the rule"
          picture={<ChannelIcon isPrivate={channel?.isPrivate === true} />}
          value={(channel?.name ?? text) || 'Choose a channel'}
          chosenId={text}
          onChoose={(chosen) => {
            learnChannel(chosen)
            put(chosen.id)
          }}
        />
      )}
      {kind === 'mention' && (
        <input
          class="input"
          aria-label="Whom"
          placeholder="@name, @channel or @here"
          spellcheck={false}
          value={text}
          onInput={({ currentTarget }) => put(currentTarget.value)}
        />
      )}
      {choices && (
        <Select
          aria-label="How"
          choices={fieldNames(choices).map((name) => ({ name, text: choices[name] ?? name }))}
          chosen={text}
          onChoose={put}
        />
      )}
    </>
  )
}

export function initialEffect(kind: EffectKind): Effect {
  return { kind, text: Object.keys(EFFECTS[kind].choices ?? {})[0] ?? '' }
}
