import { Button, Fault } from 'express-incoming-webhooks-ui'
import { useMemo } from 'preact/hooks'
import { MAX_RULES } from '../../../../../lib/model/limits.js'
import { listRequests, type LoggedRequest } from '../../../api/requests.js'
import { Mine } from '../../../parts/field.js'
import { useChannels } from '../../../state/channels.js'
import { useLoaded } from '../../../state/loading.js'
import { useChanges } from '../changes.js'
import { type Entering, faultOf, type FormState } from '../form-state.js'
import { RuleSentence } from './rule-sentence.js'
import { ruleOf, type Sentence, sentenceIn, withAt, without, written } from './sentence.js'
import { countApplied, factsIn } from './trial.js'

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
