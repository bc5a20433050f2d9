import { Notice } from 'express-incoming-webhooks-ui/notice'
import { countText } from 'express-incoming-webhooks-ui/numbers'
import type { JSX } from 'preact'
import type { LoggedRequest } from '../../api/requests.js'
import { marked } from '../connect/program-text.js'
import { reasonOf } from './words.js'

interface RefusalProps extends Pick<LoggedRequest, 'detail' | 'message' | 'status'> {
  readonly button?: JSX.Element | false
}

/** Why a request was refused. */
export function Refusal({ button, ...refused }: RefusalProps) {
  const { title, text } = reasonOf(refused)
  return (
    <Notice kind="bad">
      <p class="notice__title">{marked(title)}</p>
      <p>{text}</p>
      {button && <div class="btns mt-3">{button}</div>}
    </Notice>
  )
}

/** What was read otherwise than it was sent, or not at all. */
export function Warnings({ warnings }: Pick<LoggedRequest, 'warnings'>) {
  if (warnings.length === 0) return null
  return (
    <Notice kind="warn">
      <p class="notice__title">{countText(warnings.length, 'warning')}</p>
      <ul>
        {warnings.map(({ path, reason }, at) => (
          <li key={at}>
            {path !== '' && (
              <>
                <code>{path}</code>:{' '}
              </>
            )}
            {reason}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
