import { shownToast } from '../state/toasts.js'

/** Always rendered, so that assistive technology announces new toasts. */
export function Toasts() {
  const shown = shownToast.use()
  return (
    <div class="toasts" role="status">
      {shown && (
        <div class="toast" key={shown.id}>
          {shown.text}
          {shown.undo && (
            <button
              type="button"
              class="btn btn--link btn--small"
              onClick={() => {
                shown.undo?.()
                shownToast.set(null)
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
