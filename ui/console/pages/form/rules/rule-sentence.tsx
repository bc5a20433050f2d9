import { Button, Fault } from 'express-incoming-webhooks-ui'
import type { ComponentChildren } from 'preact'
import { fieldNames } from '../../../../../lib/model/fields.js'
import type { LoggedRequest } from '../../../api/requests.js'
import { type Condition, EFFECTS, type Sentence, withAt, without } from './sentence.js'
import { ConditionControls, EffectControls, initialEffect } from './word-controls.js'

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
  const { id, at, count, sentence, trial, fault, onChange } = props
  const { tests, effects } = sentence
  const taken = effects.map(({ kind }) => kind)
  const free = fieldNames(EFFECTS).find((kind) => kind !== 'skip' && !taken.includes(kind))
  return (
    <div
      class={fault === null ? 'sentence' : 'sentence sentence--bad'}
      id={id}
      role="group"
      tabIndex={-1}
      aria-label={`Rule ${at + 1} of ${count}`}
      aria-describedby={`${id}-fault ${id}-trial`}
    >
      <Head {...props} />
      <Parts
        id={id}
        name="condition"
        word="If"
        items={tests}
        least={0}
        next={NEW_CONDITION}
        onChange={(next, focus) => onChange({ ...sentence, tests: next }, focus)}
      >
        {(condition, own) => (
          <ConditionControls {...own} requests={props.requests} condition={condition} />
        )}
      </Parts>
      <Parts
        id={id}
        name="effect"
        word="then"
        items={effects}
        least={1}
        next={free === undefined || taken.includes('skip') ? null : initialEffect(free)}
        onChange={(next, focus) => onChange({ ...sentence, effects: next }, focus)}
      >
        {(effect, own) => (
          <EffectControls {...own} teamId={props.teamId} taken={taken} effect={effect} />
        )}
      </Parts>
      {fault !== null && <Fault id={`${id}-fault`} text={fault} />}
      <p class="hint" id={`${id}-trial`}>
        {trial}
      </p>
    </div>
  )
}

const NEW_CONDITION: Condition = { fact: 'event', relation: 'is', text: '' }

const SMALL = { kind: 'ghost', small: true, class: 'btn--square' } as const

function Head({ id, at, count, onMove, onRemove }: RuleSentenceProps) {
  const name = `Rule ${at + 1}`
  return (
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
      <Button {...SMALL} icon="trash" label={`Remove ${name}`} onPress={onRemove} />
    </div>
  )
}

interface PartsProps<Item> {
  /** Of the rule. */
  readonly id: string
  readonly name: 'condition' | 'effect'
  /** Before the first one. */
  readonly word: string
  readonly items: readonly Item[]
  /** How many must stay. */
  readonly least: number
  /** What one more is at first; null if there can be no more. */
  readonly next: Item | null
  readonly onChange: (items: readonly Item[], focus?: string) => void
  readonly children: (
    item: Item,
    own: { readonly id: string; readonly onChange: (item: Item) => void },
  ) => ComponentChildren
}

/** Conditions or effects, with `and` between them. */
function Parts<Item>(props: PartsProps<Item>) {
  const { id, name, word, items, least, next, onChange, children } = props
  return (
    <>
      {items.map((item, at) => (
        <div key={at} class="sentence__part" role="group" aria-label={`${name} ${at + 1}`}>
          <span class="sentence__word">{at === 0 ? word : 'and'}</span>
          <div class="sentence__rest">
            {children(item, {
              id: `${id}.${name}.${at}`,
              onChange: (changed) => onChange(withAt(items, at, changed)),
            })}
          </div>
          {items.length > least && (
            <Button
              {...SMALL}
              icon="close"
              label={`Remove ${name} ${at + 1}`}
              onPress={() => onChange(without(items, at), id)}
            />
          )}
        </div>
      ))}
      {next !== null && (
        <div class="sentence__more">
          {items.length === 0 && <span class="sentence__word">Always</span>}
          <Button
            kind="ghost"
            small
            icon="add"
            onPress={() => onChange([...items, next], `${id}.${name}.${items.length}`)}
          >
            {items.length === 0 ? (
              `Add a ${name}`
            ) : (
              <span>
                and … <span class="vh">add a {name}</span>
              </span>
            )}
          </Button>
        </div>
      )}
    </>
  )
}
