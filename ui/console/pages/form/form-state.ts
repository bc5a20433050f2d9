import {
  type CallError,
  callErrorOf,
  countCodePoints,
  numberText,
  type Wire,
} from 'express-incoming-webhooks-ui'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { RateLimit } from '../../../../lib/model/fields.js'
import type {
  CallerField,
  CallerName,
  CallerValues,
  FormGroup,
} from '../../../../lib/model/webhook-fields.js'
import { doubtsAbout, type Webhook } from '../../api/webhooks.js'
import type { AboutField, Displaced } from '../../parts/field.js'
import { useSession } from '../../state/session.js'
import { changedNames, type Draft, FIELDS, namesIn, wordsOf } from './draft.js'
import { entered, inputOf } from './entered.js'
import { lackOf } from './rules/lack.js'
import { sentenceIn } from './rules/sentence.js'
import { rowsIn, slotName, TEMPLATE_FORMAT } from './template/slots.js'

/** Changes of a list. What they are is said, and something gets the focus, as its place has changed. */
export function useChanges({ enter }: Pick<Entering, 'enter'>) {
  const [said, say] = useState('')
  const wanted = useRef('')
  useLayoutEffect(() => {
    if (wanted.current !== '') document.getElementById(wanted.current)?.focus()
    wanted.current = ''
  })
  return {
    said,
    change: (typed: readonly string[], what: string, focus = '') => {
      enter(...typed)
      say(what)
      wanted.current = focus
    },
  }
}

/** The state of a form. */
export type FormState = ReturnType<typeof useForm>

export interface Doubts {
  readonly reasons: readonly string[]
  readonly answer: (isSure: boolean) => void
}

/** What the controls of a field have in common. */
export interface Entering {
  readonly about: AboutField
  /** What was typed into them. */
  readonly typed: readonly string[]
  readonly enter: (...typed: readonly string[]) => void
}

interface Outcome {
  readonly faults: readonly Fault[]
  /** A failure that does not belong to a field. */
  readonly error: CallError | null
}

const QUIET: Outcome = { faults: [], error: null }

/** `before` is the record being edited, null for a new one; `mine` the user's input when someone else saved first. */
export function useForm(initial: Draft, before: Webhook | null, mine?: Draft) {
  const { me } = useSession()
  const [draft, setDraft] = useState(initial)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState(QUIET)
  /** What the user is asked about before the form is sent; null if nothing. */
  const [doubts, setDoubts] = useState<Doubts | null>(null)
  const change = (changes: Partial<Draft>) => setDraft((current) => ({ ...current, ...changes }))
  /** A list of addresses can shut out those who send now. */
  const isSure = async (input: Wire) => {
    const { value: list } = draft.allowedAddresses
    const known = before?.allowedAddresses ?? []
    if (list.length === 0 || list.join() === known.join()) return true
    const reasons = await doubtsAbout(input, before?.id)
    if (reasons.length === 0) return true
    const sure = await new Promise<boolean>((answer) => setDoubts({ reasons, answer }))
    setDoubts(null)
    return sure
  }
  return {
    before,
    draft,
    ...outcome,
    busy,
    doubts,
    change,
    /** Takes what was typed into the controls of a field. */
    enter: (name: CallerName, ...typed: readonly string[]) =>
      change({ [name]: entered(name, typed) }),
    /** A change of the user's that someone else's has replaced. */
    mine: (name: keyof Draft): Displaced | null => {
      if (!mine || !changedNames(mine, draft).has(name)) return null
      const isNamed = name === 'channel' || name === 'owner'
      return {
        text: isNamed ? (mine[name]?.name ?? '') : wordsOf(name, mine[name].value),
        use: () => change({ [name]: mine[name] }),
      }
    },
    /** Starts over from this draft. */
    reset: (next: Draft) => {
      setDraft(next)
      setOutcome(QUIET)
    },
    /** Sends the form, unless it has faults. A failed call is shown in the form. */
    submit: async (send: (input: Wire) => Promise<void>) => {
      if (busy) return
      const faults = faultsOf(draft, before)
      setOutcome({ faults, error: null })
      if (faults.length > 0) return
      setBusy(true)
      try {
        const input = inputOf(draft, me.admin)
        if (await isSure(input)) await send(input)
      } catch (reason) {
        const error = callErrorOf(reason)
        const fault = serverFault(error)
        setOutcome(fault ? { faults: [fault], error: null } : { faults: [], error })
      } finally {
        setBusy(false)
      }
    },
  }
}

/** The error text under a field, or null. */
export function faultOf({ faults }: Pick<FormState, 'faults'>, field: string): string | null {
  return faults.find((fault) => fault.field === field)?.text ?? null
}

/** What is wrong with a field: in the list above the form, and under the field itself. */
export interface Fault {
  /** Its name in the API, which is the id of its control too. */
  readonly field: string
  readonly summary: string
  readonly text: string
}

/** Faults that can be found without the server. Lengths are in code points, as on the server. */
export function faultsOf(draft: Draft, before: Webhook | null): readonly Fault[] {
  const faultsIn = (group: FormGroup): readonly Fault[] =>
    namesIn(group).flatMap((name) => {
      if (name === 'rules') return ruleFaults(draft)
      if (name === 'template') return templateFaults(draft)
      return fieldFault(name, draft[name].value, before) ?? []
    })
  return [
    ...faultsIn('description'),
    ...(draft.channel === null ? [NO_CHANNEL] : []),
    ...(['posting', 'appearance', 'formats', 'rules', 'administrators'] as const).flatMap(faultsIn),
  ]
}

function fieldFault(
  name: CallerName,
  value: CallerValues[CallerName],
  before: Webhook | null,
): Fault | null {
  const field = FIELDS[name]
  if (field.kind === 'text' && typeof value === 'string') return textFault(field, value)
  if (field.kind === 'period') {
    const { wire, label, least, most } = field
    return value === 0 || (Number(value) >= least && Number(value) <= most)
      ? null
      : fault(
          wire,
          `${label}: not a period`,
          `Enter ${least / 60} to ${numberText(most / 60)} minutes.`,
        )
  }
  if (typeof value === 'number') {
    return value === 0 || value > Date.now() || value === before?.[name]
      ? null
      : fault(field.wire, 'The date is not in the future', 'Choose a date in the future.')
  }
  if (value instanceof Object && 'perSecond' in value && !isRate(value)) {
    const advice = 'Enter two numbers above zero, or leave both empty.'
    return fault(field.wire, `${field.label} is incomplete`, advice)
  }
  return null
}

function ruleFaults({ rules }: Draft): readonly Fault[] {
  return rules.typed.flatMap((rule, at) => {
    const lack = lackOf(sentenceIn(rule))
    return lack === null ? [] : [fault(`rules.${at}`, `Rule ${at + 1} is incomplete`, lack)]
  })
}

function templateFaults({ template, format }: Draft): readonly Fault[] {
  if (template.value === null && format.value === TEMPLATE_FORMAT) return [NO_TEMPLATE]
  return rowsIn(template.typed).flatMap(([, value], at) =>
    value === ''
      ? fault(
          `template.fields.${at}.value`,
          `Row ${at + 1} of the table is incomplete`,
          'Enter a value, or remove the row.',
        )
      : [],
  )
}

function textFault(field: CallerField & { readonly kind: 'text' }, text: string): Fault | null {
  const { wire, label, most, shape, required } = field
  const noun = label.charAt(0).toLowerCase() + label.slice(1)
  if (text === '') return required ? fault(wire, `${label} is missing`, `Enter a ${noun}.`) : null
  const length = countCodePoints(text)
  if (length > most) {
    const advice = `Shorten the ${noun} to ${most} characters. It has ${numberText(length)}.`
    return fault(wire, `${label} is too long`, advice)
  }
  if (shape !== 'url' || isHttpUrl(text)) return null
  const advice = 'Enter a complete URL that begins with https:// or http://.'
  return fault(wire, `${label} is incomplete`, advice)
}

function isRate({ perSecond, burst }: RateLimit) {
  return perSecond > 0 && Number.isInteger(burst) && burst >= 1
}

const NO_CHANNEL = fault('channel_id', 'Channel is missing', 'Choose a channel.')
const NO_TEMPLATE = fault(
  'template.title',
  'Template is empty',
  'Enter at least a title or a text, or choose another format.',
)
const CHANNEL_GONE = fault(
  'channel_id',
  "Couldn't find the channel",
  "Couldn't find the channel. It may have been archived. Choose another one.",
)

const SUMMARIES: ReadonlyMap<string, string> = new Map([
  ['channel_id', 'Channel was rejected'],
  ['user_id', 'Owner was rejected'],
  ...Object.values(FIELDS).map(({ wire, kind, label }): [string, string] => [
    wire,
    `${kind === 'time' ? 'The date' : label} was rejected`,
  ]),
])

/** The fault of a field that the server reported, or null. */
export function serverFault(error: CallError): Fault | null {
  const [where = '', ...reason] = error.detail.split(':')
  const text = (part = '') => `“${error.message}” ${part}${reason.join(':').trim()}`.trim()
  const [, rule, part = ''] = /^rules\.(\d+)(?:\.\w+)?\.?(.*)/.exec(where) ?? []
  if (rule !== undefined) {
    return fault(
      `rules.${rule}`,
      `Rule ${Number(rule) + 1} was rejected`,
      text(part && `${part}: `),
    )
  }
  const [, slot] = /^template\.(.+)/.exec(where) ?? []
  if (slot !== undefined) return fault(where, `${slotName(slot)} was rejected`, text())
  if (error.id === 'app.channel.get.existing.app_error') return CHANNEL_GONE
  if (error.id === 'app.user.missing_account.const') {
    return fault('user_id', 'Owner not found', `“${error.message}”`)
  }
  const field = /^\w+/.exec(where)?.[0] ?? ''
  const summary = SUMMARIES.get(field)
  if (summary === undefined) return null
  return fault(field, summary, text())
}

function fault(field: string, summary: string, text: string): Fault {
  return { field, summary, text }
}

function isHttpUrl(text: string) {
  return /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text)
}
