import { Icon, type IconName } from 'express-incoming-webhooks-ui/icon'
import { Menu } from 'express-incoming-webhooks-ui/menu'

interface IconButtonProps {
  readonly icon: IconName
  readonly label: string
  readonly size?: 'small' | 'normal'
  /** A further class. */
  readonly look?: string
  readonly keys?: string | undefined
  readonly onPress: () => void
}

/** A button without words. */
export function IconButton(props: IconButtonProps) {
  const { icon, label, size = 'normal', look = '', keys, onPress } = props
  return (
    <button
      type="button"
      class={`btn btn--ghost btn--square ${look}`.trim()}
      aria-label={label}
      title={label}
      aria-keyshortcuts={keys}
      onClick={onPress}
    >
      <Icon name={icon} size={size} />
    </button>
  )
}

export interface MenuItem {
  readonly icon: IconName
  readonly text: string
  /** At the end, such as a key. */
  readonly note?: string
  readonly isDangerous?: boolean
  readonly onPress: () => void
}

interface MenuItemsProps {
  readonly items: readonly MenuItem[]
  /** Called before what an item does. */
  readonly close: () => void
}

export function MenuItems({ items, close }: MenuItemsProps) {
  return (
    <>
      {items.map(({ icon, text, note, isDangerous = false, onPress }) => (
        <button
          key={text}
          type="button"
          class={isDangerous ? 'menu__item menu__item--danger' : 'menu__item'}
          onClick={() => {
            close()
            onPress()
          }}
        >
          <Icon name={icon} />
          {text}
          {note !== undefined && <span class="menu__note">{note}</span>}
        </button>
      ))}
    </>
  )
}

interface IconMenuProps {
  readonly id: string
  readonly icon: IconName
  readonly label: string
  readonly size?: 'small' | 'normal'
  /** As for a Menu. */
  readonly within?: string
  readonly items: readonly MenuItem[]
}

/** A button without words that opens a menu. */
export function IconMenu({ icon, label, size = 'normal', items, ...menu }: IconMenuProps) {
  return (
    <Menu
      {...menu}
      end
      short
      buttonClass="btn btn--ghost btn--square"
      buttonLabel={label}
      button={<Icon name={icon} size={size} />}
    >
      {(close) => <MenuItems items={items} close={close} />}
    </Menu>
  )
}
