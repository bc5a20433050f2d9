import type { JSX } from 'preact'
import { Icon, type IconName } from './icon.jsx'

interface ComposerToolsProps {
  readonly onWrap: (mark: string) => void
  readonly onInsert: (text: string) => void
  readonly send: JSX.Element
}

export function ComposerTools({ onWrap, onInsert, send }: ComposerToolsProps): JSX.Element {
  const tool = (icon: IconName, label: string, act: () => void, keys?: string): JSX.Element => (
    <button
      type="button"
      class="btn btn--ghost btn--square"
      aria-label={label}
      title={label}
      {...(keys ? { 'aria-keyshortcuts': keys } : {})}
      onClick={act}
    >
      <Icon name={icon} />
    </button>
  )
  return (
    <div class="composer__row">
      {tool(
        'bold',
        'Bold',
        () => {
          onWrap('**')
        },
        'Control+B',
      )}
      {tool('code', 'Code', () => {
        onWrap('`')
      })}
      {tool('link', 'Link', () => {
        onWrap('[')
      })}
      <span class="grow" />
      {tool('at', 'Mention somebody', () => {
        onInsert('@')
      })}
      {tool('emoji', 'Emoji', () => {
        onInsert(':')
      })}
      {send}
    </div>
  )
}
