import { Icon } from 'express-incoming-webhooks-ui/icon'
import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { FormState } from './form-state.js'

const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

interface SummaryProps {
  readonly form: Pick<FormState, 'faults' | 'error' | 'tries'>
  /** `The webhook was not added.` */
  readonly failure: string
}

/** The list of errors above the form. It gets the focus and links to the fields. */
export function Summary({ form, failure }: SummaryProps): JSX.Element | null {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (form.tries > 0) element.current?.focus()
  }, [form.tries])
  const { faults, error } = form
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
                <FieldLink id={field}>{summary}</FieldLink>
              </li>
            ))}
          </ul>
        )}
        {error !== null && <p>{errorText(error)}</p>}
      </div>
    </div>
  )
}

function fieldsText(count: number): string {
  return count === 1 ? 'One field needs' : `${NUMBERS[count] ?? count} fields need`
}

/** The server's message in quotes, with its detail. */
export function errorText(error: {
  readonly status: number
  readonly message: string
  readonly detail: string
}): string {
  if (error.status === 0 || error.message === '') {
    return 'The server cannot be reached. Check your connection and try again.'
  }
  return error.detail === '' ? `“${error.message}”` : `“${error.message}” (${error.detail})`
}

function FieldLink({ id, children }: { id: string; children: string }): JSX.Element {
  return (
    <a
      href={`${location.pathname}${location.search}#${id}`}
      onClick={(event) => {
        event.preventDefault()
        document.getElementById(id)?.focus()
      }}
    >
      {children}
    </a>
  )
}
