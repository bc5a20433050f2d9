import { Button, countText, Notice } from 'express-incoming-webhooks-ui'
import type { JSX } from 'preact'
import type { LoggedRequest } from '../../api/requests.js'
import { marked } from '../connect/programs.js'
import { reasonOf } from './words.js'

interface RefusalProps extends Pick<LoggedRequest, 'detail' | 'message' | 'status'> {
  readonly button?: JSX.Element | false | undefined
}

/** Why a request was refused. */
export function Refusal({ button, ...refused }: RefusalProps) {
  const { title, text } = reasonOf(refused)
  return (
    <Notice kind="bad" buttons={button}>
      <p class="notice__title">{marked(title)}</p>
      <p>{text}</p>
    </Notice>
  )
}

interface WarningsProps extends Pick<LoggedRequest, 'warnings'> {
  /** Shows what is at a path. */
  readonly show?: ((path: string) => void) | undefined
}

/** What was read otherwise than it was sent, or not at all. */
export function Warnings({ warnings, show }: WarningsProps) {
  if (warnings.length === 0) return null
  return (
    <Notice kind="warn">
      <p class="notice__title">{countText(warnings.length, 'warning')}</p>
      <ul>
        {warnings.map(({ path, reason }, at) => (
          <li key={at}>
            {path !== '' && (
              <>
                {show ? (
                  <Button kind="link" small label={`Show ${path}`} onPress={() => show(path)}>
                    <code>{path}</code>
                  </Button>
                ) : (
                  <code>{path}</code>
                )}
                :{' '}
              </>
            )}
            {reason}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
