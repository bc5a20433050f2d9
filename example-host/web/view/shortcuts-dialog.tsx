import type { JSX } from 'preact'
import { Dialog } from './dialog.jsx'
import { Icon } from './icon.jsx'

const SHORTCUTS: readonly (readonly [string, ...string[]])[] = [
  ['Go to a channel or person', 'Ctrl', 'K'],
  ['Next unread channel', 'Alt', 'Shift', '↓'],
  ['Next or previous channel', 'Alt', '↓ ↑'],
  ['Next or previous message', 'J', 'K'],
  ['Reply to the message in focus', 'R'],
  ['Edit your message in focus', 'E'],
  ['Bold', 'Ctrl', 'B'],
  ['Back to the message field', 'Esc'],
  ['This list', '?'],
]

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  return (
    <Dialog labelledBy="keys-title" onClose={onClose}>
      <div class="dialog__head">
        <h2 id="keys-title">Keyboard shortcuts</h2>
        <button
          type="button"
          class="btn btn--ghost btn--square"
          aria-label="Close"
          onClick={({ currentTarget }) => {
            currentTarget.closest('dialog')?.close()
          }}
        >
          <Icon name="close" />
        </button>
      </div>
      <div class="dialog__body">
        <dl class="facts">
          {SHORTCUTS.map(([what, ...keys]) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd class="nowrap">
                {keys.map((key, index) => (
                  <span key={key}>
                    {index > 0 && ' '}
                    <kbd class="kbd">{key}</kbd>
                  </span>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Dialog>
  )
}
