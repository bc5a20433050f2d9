import { arrowTo } from 'express-incoming-webhooks-ui'
import { type ComponentChildren, Fragment, type JSX } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

interface Tab<Name extends string> {
  readonly name: Name
  readonly content: JSX.Element | string
  /** Stands above the first tab of a group. */
  readonly group?: string
  /** What belongs to the tab. It stays there while another one is chosen, so that no input gets lost. */
  readonly panel: ComponentChildren
}

interface TabsProps<Name extends string> {
  readonly label: string
  readonly tabs: readonly Tab<Name>[]
  readonly chosen: Name
  readonly onChoose: (name: Name) => void
  readonly listClass: string
  readonly tabClass: string
  readonly panelClass?: string
  /** Stands beside the tabs. */
  readonly beside?: JSX.Element
  readonly vertical?: boolean
}

/** A row of tabs and their panels. One is in the tab order; arrows, Home and End move between them. */
export function Tabs<Name extends string>(props: TabsProps<Name>) {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => reveal(list.current), [props.chosen])
  const move = (event: KeyboardEvent) => {
    const at = props.tabs.findIndex((tab) => tab.name === props.chosen)
    const key = event.key.replace('Right', 'Down').replace('Left', 'Up')
    const to = arrowTo(key, at, props.tabs.length) ?? -1
    const next = props.tabs[to]
    if (next === undefined) return
    event.preventDefault()
    props.onChoose(next.name)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[to]?.focus()
  }
  const row = (
    <div
      ref={list}
      class={props.listClass}
      role="tablist"
      aria-label={props.label}
      aria-orientation={props.vertical === true ? 'vertical' : 'horizontal'}
      onKeyDown={move}
    >
      {props.tabs.map(({ name, content, group }, at) => (
        <Fragment key={name}>
          {group !== props.tabs[at - 1]?.group && (
            <div class="vtabs__group" aria-hidden="true">
              {group}
            </div>
          )}
          <button
            type="button"
            class={props.tabClass}
            role="tab"
            id={`tab-${name}`}
            aria-controls={`panel-${name}`}
            aria-selected={name === props.chosen}
            tabIndex={name === props.chosen ? 0 : -1}
            onClick={() => props.onChoose(name)}
          >
            {content}
          </button>
        </Fragment>
      ))}
    </div>
  )
  return (
    <>
      {props.beside ? (
        <div class="row row--between mb-3">
          {props.beside}
          {row}
        </div>
      ) : (
        row
      )}
      {props.tabs.map(({ name, panel }) => (
        <div
          key={name}
          class={props.panelClass}
          role="tabpanel"
          id={`panel-${name}`}
          aria-labelledby={`tab-${name}`}
          hidden={name !== props.chosen}
        >
          {panel}
        </div>
      ))}
    </>
  )
}

/** Scrolls the list, and never the page, to the chosen tab. */
function reveal(list: HTMLElement | null) {
  const tab = list?.querySelector('[aria-selected="true"]')
  if (!list || !tab) return
  const around = list.getBoundingClientRect()
  const at = tab.getBoundingClientRect()
  list.scrollBy(
    beyond(at.left - around.left, at.right - around.right),
    beyond(at.top - around.top, at.bottom - around.bottom),
  )
}

/** How far something is before the start of what holds it, or behind its end. */
function beyond(start: number, end: number) {
  return Math.min(start, 0) || Math.max(end, 0)
}
