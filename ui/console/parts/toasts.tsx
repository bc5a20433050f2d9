import type { JSX } from 'preact'
import { dismissToast, useToast } from '../state/toasts.js'

/** Always rendered, so that assistive technology announces new toasts. */
export function Toasts(): JSX.Element {
  const shown = useToast()
  return (
    <div class="toasts" role="status">
      {shown !== null && (
        <div class="toast" key={shown.id}>
          {shown.text}
          {shown.undo !== null && (
            <button
              type="button"
              class="btn btn--link btn--small"
              onClick={() => {
                shown.undo?.()
                dismissToast()
              }}
            >
              Undo
            </button>
          )}
        </div>
      )}
    </div>
  )
}
