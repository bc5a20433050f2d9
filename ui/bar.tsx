import type { ComponentChildren, ComponentProps } from 'preact'
import { Icon } from './icon.js'
import { Menu } from './menu.js'

interface BarProps {
  /** The drawer of the navigation on narrow screens; absent where there is none. */
  readonly drawer?: {
    /** The id of its element. */
    readonly id: string
    readonly open: boolean
    readonly toggle: () => void
  }
  /** What the main menu is called. */
  readonly menu: string
  /** What opens it shows: a picture and a name. */
  readonly brand: ComponentChildren
  /** In its middle. */
  readonly middle?: ComponentChildren
  /** At its end. */
  readonly end: ComponentChildren
  /** What is in the main menu. */
  readonly children: ComponentProps<typeof Menu>['children']
}

/** The bar above a page. */
export function Bar({ drawer, menu, brand, middle, end, children }: BarProps) {
  return (
    <header class="bar">
      <div class="bar__start">
        {drawer && (
          <button
            type="button"
            class="btn btn--ghost btn--square only-narrow"
            aria-expanded={drawer.open}
            aria-controls={drawer.id}
            aria-label={drawer.open ? 'Close navigation' : 'Open navigation'}
            onClick={drawer.toggle}
          >
            <Icon name={drawer.open ? 'close' : 'menu'} />
          </button>
        )}
        <Menu
          id="main-menu"
          name={menu}
          buttonClass="brand"
          button={
            <>
              {brand}
              <Icon name="down" size="small" />
              <span class="vh">{menu}</span>
            </>
          }
        >
          {children}
        </Menu>
      </div>
      {middle}
      <div class="bar__end">{end}</div>
    </header>
  )
}
