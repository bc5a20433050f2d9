import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Fold, HeadedCard } from '../../parts/card.js'
import { Control } from '../form/controls.js'
import { type Edit, EditButtons, EditNotes } from '../form/edit.js'
import type { FormState } from '../form/form-state.js'
import { slotName, TEMPLATE_FORMAT } from '../form/template/slots.js'
import { type Row, tagFor, ValueTree } from './value-tree.js'

interface SettingsCardProps {
  readonly edit: Edit
  /** The same form with what the server says about it. */
  readonly form: FormState
  readonly slot: EditedSlot
}

/** How the webhook shows such requests. */
export function SettingsCard({ edit, form, slot }: SettingsCardProps) {
  const { note, submit } = edit
  return (
    <form class="card" aria-label="Settings" noValidate onSubmit={submit} onFocusIn={slot.follow}>
      <div class="card__body">
        <h2 class="mb-4">How it is shown</h2>
        <EditNotes form={edit.form} note={note} />
        <Control name="format" form={form} />
        <Control name="template" form={form} />
      </div>
      <Fold title="Rules" open={form.draft.rules.typed.length > 0}>
        <Control name="rules" form={form} />
      </Fold>
      <div class="card__foot">
        <EditButtons {...edit} />
      </div>
    </form>
  )
}

interface ValuesCardProps {
  /** Of the payload. */
  readonly value: unknown
  readonly form: FormState
  readonly slot: EditedSlot
}

/** What a template may name. */
export function ValuesCard({ value, form, slot: { id, pick, said } }: ValuesCardProps) {
  const isUsed = form.draft.format.value === TEMPLATE_FORMAT
  return (
    <HeadedCard title="Values">
      <div class="card__body">
        {value instanceof Object ? (
          <>
            <p class="hint mb-3">
              {isUsed ? 'Choose a value to put it into ' : 'Choose a value to write a template: '}
              <b>{nameOf(id)}</b>
              {!isUsed && ' begins with it'}.
            </p>
            <ValueTree value={value} onPick={pick} />
          </>
        ) : (
          <p class="muted">The payload is not a JSON object, a list or a form.</p>
        )}
        <p class="hint mt-3" role="status">
          {said}
        </p>
      </div>
    </HeadedCard>
  )
}

/** Of slots that show values. */
const SLOT = /^template\.(?:\w+|fields\.\d+\.value)$/

function nameOf(id: string) {
  return slotName(id.slice('template.'.length))
}

type EditedSlot = ReturnType<typeof useSlot>

/** The slot that was edited last, and what puts values into it. */
export function useSlot(form: FormState) {
  const [id, setId] = useState('template.title')
  const [said, say] = useState('')
  const waiting = useRef<Row | null>(null)
  useLayoutEffect(() => {
    const row = waiting.current
    if (row === null) return
    // A row of the table may be gone.
    const control = controlOf(id) ?? controlOf('template.title')
    if (!control) return
    waiting.current = null
    say(`${putInto(control, row)} put into ${nameOf(control.id)}`)
    // With the keyboard one may go on in the tree; narrow screens show either it or the slot.
    const isInTree = document.activeElement?.role === 'treeitem'
    if (!isInTree && matchMedia('(min-width: 64rem)').matches) control.focus()
  })
  return {
    id,
    said,
    follow: ({ target }: FocusEvent) => {
      if (target instanceof Element && SLOT.test(target.id) && controlOf(target.id)) {
        setId(target.id)
      }
    },
    pick: (row: Row) => {
      waiting.current = row
      say('')
      form.enter('format', TEMPLATE_FORMAT)
    },
  }
}

type TextControl = HTMLInputElement | HTMLTextAreaElement

function controlOf(id: string): TextControl | null {
  const found = document.getElementById(id)
  const isText = found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement
  return isText ? found : null
}

/** In place of what is selected there. Returns what it put. */
function putInto(control: TextControl, row: Row) {
  const from = control.selectionStart ?? control.value.length
  const [before, after] = tagFor(row, control.value.slice(0, from))
  control.setRangeText(before + after, from, control.selectionEnd ?? from)
  control.setSelectionRange(from + before.length, from + before.length)
  control.dispatchEvent(new Event('input', { bubbles: true }))
  return before + after
}
