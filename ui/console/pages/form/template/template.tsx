import { Button, Fault } from 'express-incoming-webhooks-ui'
import { MAX_TEMPLATE_FIELDS } from '../../../../../lib/model/limits.js'
import { Mine, TextField } from '../../../parts/field.js'
import { type Entering, faultOf, type FormState, useChanges } from '../form-state.js'
import { withAt, without } from '../rules/sentence.js'
import { TEXT_SLOTS, type TextSlot } from './shown.js'
import { type Row, rowsIn, SLOT_LABELS, TEMPLATE_FORMAT, withRows } from './slots.js'

const ABOUT =
  'What messages say. {{path}} stands for a value of the body, such as {{customer.name}} or {{items.0.id}}. Values neither mention nor format.'

const HINTS: Readonly<Record<TextSlot, string>> = {
  title: 'One line, which notifications show.',
  link: 'Where the title leads: an http or https address.',
  color: '# and six digits, or good, warning, bad or neutral.',
  body: '{{#each items}} … {{/each}} repeats its text for each element of a list, as {{this}}. {{#if paid}} … {{else}} … {{/if}} chooses.',
  incident: 'Its name. Requests with the same one are one post.',
  state: 'open, update, acknowledged or closed.',
}

const PLACEHOLDERS: Readonly<Partial<Record<TextSlot, string>>> = {
  title: 'Order {{id}} of {{customer.name}}',
  link: 'https://shop.example/orders/{{id}}',
  color: 'neutral',
  incident: '{{id}}',
}

type TemplateProps = Entering & { readonly form: FormState }

/** The slots of a template, which are there while it is used, or says something. */
export function TemplateControl(props: TemplateProps) {
  const { about, typed, enter, form } = props
  const { id, label, fault, mine } = about
  const isUsed = form.draft.format.value === TEMPLATE_FORMAT
  if (!isUsed && typed.every((text) => text === '')) return null
  const slot = (name: TextSlot) => {
    const at = TEXT_SLOTS.indexOf(name)
    const path = `${id}.${name}`
    return (
      <TextField
        id={path}
        label={SLOT_LABELS[name]}
        hint={HINTS[name]}
        fault={faultOf(form, path)}
        placeholder={PLACEHOLDERS[name]}
        spellcheck={false}
        {...(name === 'body' && { shape: 'lines' })}
        value={typed[at] ?? ''}
        onText={(text) => enter(...withAt(withRows(typed, rowsIn(typed)), at, text))}
      />
    )
  }
  return (
    <div
      class="sentence template"
      id={id}
      role="group"
      tabIndex={-1}
      aria-label={label}
      aria-describedby={`${id}-hint`}
    >
      <b>{label}</b>
      <p class="hint" id={`${id}-hint`}>
        {ABOUT}
        {!isUsed && ' Only used where the URL ends with /template, as another format is chosen.'}
      </p>
      {fault && <Fault text={fault} />}
      {slot('title')}
      <div class="two">
        {slot('link')}
        {slot('color')}
      </div>
      {slot('body')}
      <Table {...props} />
      <div class="two">
        {slot('incident')}
        {slot('state')}
      </div>
      {mine && <Mine {...mine} />}
    </div>
  )
}

function Table(props: TemplateProps) {
  const { about, typed, form } = props
  const id = `${about.id}.fields`
  const rows = rowsIn(typed)
  const { said, change } = useChanges(props)
  const isFull = rows.length >= MAX_TEMPLATE_FIELDS
  const set = (next: readonly Row[], what = '', focus = '') =>
    change(withRows(typed, next), what, focus)
  const remove = (at: number) => {
    const next = Math.min(at, rows.length - 2)
    const focus = next < 0 ? `${id}.add` : `${id}.${next}.title`
    set(without(rows, at), `Row ${at + 1} removed`, focus)
  }
  return (
    <fieldset class="field" id={id} tabIndex={-1} aria-describedby={`${id}-hint`}>
      <legend class="label">{SLOT_LABELS.fields}</legend>
      {rows.map((row, at) => (
        <TableRow
          key={at}
          id={`${id}.${at}`}
          name={`Row ${at + 1}`}
          row={row}
          form={form}
          onChange={(changed) => set(withAt(rows, at, changed))}
          onRemove={() => remove(at)}
        />
      ))}
      <Button
        small
        id={`${id}.add`}
        icon="add"
        unavailable={isFull && `At most ${MAX_TEMPLATE_FIELDS} rows`}
        onPress={() => set([...rows, ['', '']], '', `${id}.${rows.length}.title`)}
      >
        Add a row
      </Button>
      <p class="hint hint--row" id={`${id}-hint`}>
        Below the text. Rows whose value is empty are left out.
      </p>
      <p class="vh" role="status">
        {said}
      </p>
    </fieldset>
  )
}

interface TableRowProps {
  readonly id: string
  /** For readers of screens. */
  readonly name: string
  readonly row: Row
  readonly form: FormState
  readonly onChange: (row: Row) => void
  readonly onRemove: () => void
}

function TableRow({ id, name, row, form, onChange, onRemove }: TableRowProps) {
  const [title, value] = row
  return (
    <div class="template__row" role="group" aria-label={name}>
      <TextField
        id={`${id}.title`}
        label="Label"
        fault={faultOf(form, `${id}.title`)}
        placeholder="Total"
        value={title}
        onText={(text) => onChange([text, value])}
      />
      <TextField
        id={`${id}.value`}
        label="Value"
        fault={faultOf(form, `${id}.value`)}
        placeholder="{{total}} EUR"
        spellcheck={false}
        value={value}
        onText={(text) => onChange([title, text])}
      />
      <Button
        kind="ghost"
        small
        class="btn--square"
        icon="trash"
        label={`Remove ${name}`}
        onPress={onRemove}
      />
    </div>
  )
}
