import { ActionDialog, type CallError, Icon, Notice } from 'express-incoming-webhooks-ui'
import { useEffect, useRef } from 'preact/hooks'
import { Jump } from '../../parts/link.js'
import type { FormState } from './form-state.js'

const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

interface SummaryProps {
  readonly form: Pick<FormState, 'faults' | 'error' | 'doubts'>
  /** `The webhook was not added.` */
  readonly failure: string
}

/** The list of errors above the form. It gets the focus and links to the fields. Or what is asked before. */
export function Summary({ form, failure }: SummaryProps) {
  const { faults, error, doubts } = form
  const element = useRef<HTMLDivElement>(null)
  // Each failed attempt has a new list or another error.
  useEffect(() => element.current?.focus(), [faults, error])
  if (doubts) return <DoubtsDialog {...doubts} />
  if (faults.length === 0 && error === null) return null
  return (
    <div ref={element} class="notice notice--bad mb-4" role="alert" tabIndex={-1}>
      <Icon name="alert" />
      <div class="notice__body">
        <p class="notice__title">
          {failure} {faults.length > 0 && `${fieldsText(faults.length)} attention:`}
        </p>
        {faults.length > 0 && (
          <ul>
            {faults.map(({ field, summary }) => (
              <li key={field}>
                <Jump to={field}>{summary}</Jump>
              </li>
            ))}
          </ul>
        )}
        {error !== null && <p>{errorText(error)}</p>}
      </div>
    </div>
  )
}

function DoubtsDialog({ reasons, answer }: NonNullable<FormState['doubts']>) {
  return (
    <ActionDialog
      title="Save these allowed addresses?"
      isQuestion
      onClose={() => answer(false)}
      action={{ onPress: () => answer(true), children: 'Save anyway' }}
    >
      <p>This list may shut out those who send now:</p>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </ActionDialog>
  )
}

function fieldsText(count: number) {
  return count === 1 ? 'One field needs' : `${NUMBERS[count] ?? count} fields need`
}

/** The server's message in quotes, with its detail. */
export function errorText({ status, message, detail }: CallError): string {
  if (status === 0 || message === '') {
    return 'The server cannot be reached. Check your connection and try again.'
  }
  return detail === '' ? `“${message}”` : `“${message}” (${detail})`
}

/** What was asked for has failed, and everything is as it was. */
export function Unchanged(props: { error: CallError; title?: string; class?: string }) {
  const { error, title = 'Nothing was changed.', class: name = '' } = props
  return (
    <Notice kind="bad" role="alert" class={name} title={title}>
      {errorText(error)}
    </Notice>
  )
}
