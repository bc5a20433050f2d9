import { Button, Fault } from 'express-incoming-webhooks-ui'
import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { fieldNames } from '../../../../../lib/model/fields.js'
import { MAX_RULES } from '../../../../../lib/model/limits.js'
import { listRequests, type LoggedRequest } from '../../../api/requests.js'
import { Mine } from '../../../parts/field.js'
import { useChannels } from '../../../state/channels.js'
import { useLoaded } from '../../../state/loading.js'
import { type Entering, faultOf, type FormState, useChanges } from '../form-state.js'
import {
  type Condition,
  EFFECTS,
  ruleOf,
  type Sentence,
  sentenceIn,
  withAt,
  without,
  written,
} from './sentence.js'
import { countApplied, factsIn } from './trial.js'
import { ConditionControls, EffectControls, initialEffect } from './word-controls.js'

/** Requests on which rules are tried. */
const TRIED = 50

/** Rules as sentences, in order. */
export function RulesControl(props: Entering & { readonly form: FormState }) {
  const { about, typed, form } = props
  const { id, label, hint, fault, mine } = about
  const hookId = form.before?.id ?? ''
  const { value: requests } = useLoaded(() => tried(hookId), hookId)
  const sentences = typed.map(sentenceIn)
  const rules = sentences.map(ruleOf)
  useChannels(rules.map(({ then }) => then.channel ?? ''))
  // A fault stays with its rule when that moves, until the rule is changed.
  const judged = useMemo(() => typed, [form.faults])
  const { said, change } = useChanges(props)
  const add = () => {
    const [fact = 'event'] = factsIn(requests ?? []).seen.filter((name) => name !== 'format')
    const first: Sentence = {
      tests: [{ fact, relation: 'is', text: '' }],
      effects: [{ kind: 'skip', text: '' }],
    }
    change([...typed, written(first)], '', `${id}.${typed.length}.condition.0`)
  }
  const isFull = typed.length >= MAX_RULES
  return (
    <div id={id} role="group" tabIndex={-1} aria-label={label} aria-describedby={`${id}-hint`}>
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
      {fault && <Fault text={fault} />}
      <div class="rules">
        {sentences.map((sentence, at) => (
          <RuleSentence
            key={at}
            id={`${id}.${at}`}
            at={at}
            count={typed.length}
            sentence={sentence}
            teamId={form.before?.teamId ?? form.draft.channel?.teamId ?? ''}
            requests={requests ?? []}
            trial={trialText(countApplied(rules, at, requests ?? []), requests ?? [])}
            fault={faultOf(form, `${id}.${judged.indexOf(typed[at] ?? '')}`)}
            onChange={(next, focus) => change(withAt(typed, at, written(next)), '', focus)}
            onMove={(to) => {
              const moved = withAt(withAt(typed, at, typed[to] ?? ''), to, typed[at] ?? '')
              const name = to < at ? 'up' : 'down'
              change(moved, `Now rule ${to + 1} of ${typed.length}`, `${id}.${to}.${name}`)
            }}
            onRemove={() => {
              const next = Math.min(at, typed.length - 2)
              change(
                without(typed, at),
                `Rule ${at + 1} removed`,
                next < 0 ? `${id}.add` : `${id}.${next}`,
              )
            }}
          />
        ))}
      </div>
      <Button
        id={`${id}.add`}
        icon="add"
        unavailable={isFull && `At most ${MAX_RULES} rules`}
        onPress={add}
      >
        Add a rule
      </Button>
      <p class="vh" role="status">
        {said}
      </p>
      {mine && <Mine {...mine} />}
    </div>
  )
}

/** The last ones that were read; of the others nothing is known. */
async function tried(hookId: string): Promise<readonly LoggedRequest[]> {
  if (hookId === '') return []
  const requests = await listRequests(hookId, { per_page: TRIED })
  return requests.filter(({ format }) => format !== '')
}

function trialText(applied: number | null, { length }: readonly LoggedRequest[]) {
  if (length === 0) return ''
  if (applied === null) return 'Past requests cannot tell, as their bodies are not kept.'
  return length === 1
    ? `Would ${applied === 1 ? '' : 'not '}have applied to the last request.`
    : `Would have applied to ${applied} of the last ${length} requests.`
}

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
function RuleSentence(props: RuleSentenceProps) {
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
