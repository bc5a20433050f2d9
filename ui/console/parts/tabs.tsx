import type { JSX } from 'preact'
import { useRef } from 'preact/hooks'

export interface Tab<Name extends string> {
  readonly name: Name
  readonly content: JSX.Element | string
}

interface TabsProps<Name extends string> {
  readonly label: string
  readonly tabs: readonly Tab<Name>[]
  readonly chosen: Name
  readonly onChoose: (name: Name) => void
  readonly listClass: string
  readonly tabClass: string
  readonly vertical?: boolean
}

/** Ids that connect a tab with its panel. */
export function tabIds(name: string): { readonly tab: string; readonly panel: string } {
  return { tab: `tab-${name}`, panel: `panel-${name}` }
}

/** A row of tabs. One is in the tab order; arrows, Home and End move between them. */
export function Tabs<Name extends string>(props: TabsProps<Name>): JSX.Element {
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent): void => {
    const at = props.tabs.findIndex((tab) => tab.name === props.chosen)
    const to = target(event.key, at, props.tabs.length)
    const next = props.tabs[to]
    if (next === undefined) return
    event.preventDefault()
    props.onChoose(next.name)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[to]?.focus()
  }
  return (
    <div
      ref={list}
      class={props.listClass}
      role="tablist"
      aria-label={props.label}
      aria-orientation={props.vertical === true ? 'vertical' : 'horizontal'}
      onKeyDown={move}
    >
      {props.tabs.map(({ name, content }) => (
        <button
          key={name}
          type="button"
          class={props.tabClass}
          role="tab"
          id={tabIds(name).tab}
          aria-controls={tabIds(name).panel}
          aria-selected={name === props.chosen}
          tabIndex={name === props.chosen ? 0 : -1}
          onClick={() => props.onChoose(name)}
        >
          {content}
        </button>
      ))}
    </div>
  )
}

function target(key: string, at: number, count: number): number {
  if (key === 'ArrowRight' || key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowLeft' || key === 'ArrowUp') return (at - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : -1
}
