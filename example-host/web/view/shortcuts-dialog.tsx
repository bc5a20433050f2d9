import { Dialog } from 'express-incoming-webhooks-ui/dialog'
import { closeDialog } from '../state/places.js'

const SHORTCUTS: readonly (readonly [string, ...string[]])[] = [
  ['Go to a channel or person', 'Ctrl', 'K'],
  ['Next unread channel', 'Alt', 'Shift', '↓'],
  ['Next or previous channel', 'Alt', '↓ ↑'],
  ['Next or previous message', 'J', 'K'],
  ['Reply to the focused message', 'R'],
  ['Edit your focused message', 'E'],
  ['Bold', 'Ctrl', 'B'],
  ['Back to the message field', 'Esc'],
  ['This list', '?'],
]

export function ShortcutsDialog() {
  return (
    <Dialog title="Keyboard shortcuts" onClose={closeDialog}>
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
    </Dialog>
  )
}
