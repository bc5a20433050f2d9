import { Button } from 'express-incoming-webhooks-ui/button'
import { Fault } from 'express-incoming-webhooks-ui/field'
import type { ComponentChildren } from 'preact'
import { BODY_FACT } from '../../../../../lib/model/event-rules.js'
import { fieldNames } from '../../../../../lib/model/fields.js'
import type { LoggedRequest } from '../../../api/requests.js'
import { Select } from '../../../parts/field.js'
import { PickerButton } from '../../../parts/picker.js'
import { knownChannel, learnChannel } from '../../../state/channels.js'
import { ChannelIcon, channelsOf } from '../channels.js'
import {
  asksValue,
  type Condition,
  type Effect,
  type EffectKind,
  EFFECTS,
  RELATIONS,
  type Sentence,
  valueText,
  withAt,
} from './sentence.js'
import { factsIn, valuesSeen } from './trial.js'

interface RuleSentenceProps {
  readonly id: string
  readonly at: number
  /** Of all rules. */
  readonly count: number
  readonly sentence: Sentence
  /** Of the channels that it may name. */
  readonly teamId: string
  /** Recent ones, whose facts and values are offered. */
  readonly requests: readonly LoggedRequest[]
  /** To how many of them it would have applied. */
  readonly trial: string
  readonly fault: string | null
  /** And the id of what gets the focus then. */
  readonly onChange: (sentence: Sentence, focus?: string) => void
  readonly onMove: (to: number) => void
  readonly onRemove: () => void
}

/** `If branch is not main, skip`, with a control for each word that can be another. */
export function RuleSentence(props: RuleSentenceProps) {
  const { id, at, count, sentence, requests, trial, fault, onChange, onMove } = props
  const { tests, effects } = sentence
  const name = `Rule ${at + 1}`
  const putTests = (next: readonly Condition[], focus?: string): void =>
    onChange({ ...sentence, tests: next }, focus)
  const putEffects = (next: readonly Effect[], focus?: string): void =>
    onChange({ ...sentence, effects: next }, focus)
  const [free] = fieldNames(EFFECTS).filter(
    (kind) => kind !== 'skip' && effects.every((effect) => effect.kind !== kind),
  )
  const skips = effects.some(({ kind }) => kind === 'skip')
  return (
    <div
      class={fault === null ? 'sentence' : 'sentence sentence--bad'}
      id={id}
      role="group"
      tabIndex={-1}
      aria-label={`${name} of ${count}`}
      aria-describedby={`${id}-fault ${id}-trial`}
    >
      <div class="sentence__head">
        <b>{name}</b>
        <Button
          {...SMALL}
          id={`${id}.up`}
          icon="up"
          label={`Move ${name} up`}
          unavailable={at === 0 && 'It is the first'}
          onPress={() => onMove(at - 1)}
        />
        <Button
          {...SMALL}
          id={`${id}.down`}
          icon="down"
          label={`Move ${name} down`}
          unavailable={at === count - 1 && 'It is the last'}
          onPress={() => onMove(at + 1)}
        />
        <Button {...SMALL} icon="trash" label={`Remove ${name}`} onPress={props.onRemove} />
      </div>
      {tests.map((test, place) => (
        <Part
          key={place}
          word={place === 0 ? 'If' : 'and'}
          name={`Condition ${place + 1}`}
          onRemove={() =>
            putTests(
              tests.filter((_, other) => other !== place),
              id,
            )
          }
        >
          <ConditionControls
            id={`${id}.${place}`}
            requests={requests}
            condition={test}
            onChange={(next) => putTests(withAt(tests, place, next))}
          />
        </Part>
      ))}
      <div class="sentence__more">
        {tests.length === 0 && <span class="sentence__word">Always</span>}
        <Button
          {...MORE}
          onPress={() =>
            putTests(
              [...tests, { fact: 'event', relation: 'is', text: '' }],
              `${id}.${tests.length}.fact`,
            )
          }
        >
          {tests.length === 0 ? 'Add a condition' : <And what="another condition" />}
        </Button>
      </div>
      {effects.map((effect, place) => (
        <Part
          key={place}
          word={place === 0 ? 'then' : 'and'}
          name={`Effect ${place + 1}`}
          onRemove={
            effects.length > 1
              ? () =>
                  putEffects(
                    effects.filter((_, other) => other !== place),
                    id,
                  )
              : null
          }
        >
          <EffectControls
            teamId={props.teamId}
            id={`${id}.effect.${place}`}
            effect={effect}
            taken={effects.map(({ kind }) => kind)}
            onChange={(next) => putEffects(withAt(effects, place, next))}
          />
        </Part>
      ))}
      {!skips && free !== undefined && (
        <div class="sentence__more">
          <Button
            {...MORE}
            onPress={() =>
              putEffects([...effects, initialEffect(free)], `${id}.effect.${effects.length}`)
            }
          >
            <And what="more happens" />
          </Button>
        </div>
      )}
      {fault !== null && <Fault id={`${id}-fault`} text={fault} />}
      <p class="hint" id={`${id}-trial`}>
        {trial}
      </p>
    </div>
  )
}

function And({ what }: { readonly what: string }) {
  return (
    <span>
      and … <span class="vh">{what}</span>
    </span>
  )
}

const SMALL = { kind: 'ghost', small: true, class: 'btn--square' } as const
const MORE = { kind: 'ghost', small: true, icon: 'add' } as const

interface PartProps {
  readonly word: string
  /** For readers of screens. */
  readonly name: string
  /** Null if it cannot be removed. */
  readonly onRemove: (() => void) | null
  readonly children: ComponentChildren
}

function Part({ word, name, onRemove, children }: PartProps) {
  return (
    <div class="sentence__part" role="group" aria-label={name}>
      <span class="sentence__word">{word}</span>
      <div class="sentence__rest">{children}</div>
      {onRemove && <Button {...SMALL} icon="close" label={`Remove ${name}`} onPress={onRemove} />}
    </div>
  )
}

interface ConditionProps {
  readonly id: string
  readonly requests: readonly LoggedRequest[]
  readonly condition: Condition
  readonly onChange: (condition: Condition) => void
}

function ConditionControls({ id, requests, condition, onChange }: ConditionProps) {
  const { fact, relation, text } = condition
  const put = (changes: Partial<Condition>): void => onChange({ ...condition, ...changes })
  const isBody = fact.startsWith(BODY_FACT)
  const { seen, others } = factsIn(requests)
  const entered = text.slice(0, text.lastIndexOf(',') + 1)
  return (
    <>
      <select
        class="input"
        id={`${id}.fact`}
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

function EffectControls({ id, effect, taken, teamId, onChange }: EffectProps) {
  const { kind, text } = effect
  const put = (next: string): void => onChange({ kind, text: next })
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

function initialEffect(kind: EffectKind): Effect {
  return { kind, text: Object.keys(EFFECTS[kind].choices ?? {})[0] ?? '' }
}
