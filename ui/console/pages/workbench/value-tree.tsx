import { Button, countText, Icon } from 'express-incoming-webhooks-ui'
import { useMemo, useRef, useState } from 'preact/hooks'
import { isCredentialName } from '../../../../lib/rules/credential-names.js'

/** Members that are listed at first, and with each press of the button. */
const STEP = 200
const MOST_LETTERS = 80

interface ValueTreeProps {
  readonly value: unknown
  readonly onPick: (row: Row) => void
}

/** The members of a payload as a tree. Arrows move and open, Enter picks. */
export function ValueTree({ value, onPick }: ValueTreeProps) {
  const list = useRef<HTMLUListElement>(null)
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set<string>())
  const [most, setMost] = useState(STEP)
  const [current, setCurrent] = useState('')
  const { rows, isWhole } = useMemo(() => rowsOf(value, turned, most), [value, turned, most])
  const levelOf = ({ path }: Row) => path.length + Number(Array.isArray(value))
  const keys = rows.map(({ path }) => keyOf(path))
  const here = Math.max(keys.indexOf(current), 0)
  const go = (to: number) => {
    const key = keys[to]
    if (key === undefined) return
    setCurrent(key)
    list.current?.querySelectorAll<HTMLElement>('[role="treeitem"]')[to]?.focus()
  }
  const turn = (key: string) => {
    const next = new Set(turned)
    if (!next.delete(key)) next.add(key)
    setTurned(next)
  }
  const pick = (row: Row) => {
    const isList = Array.isArray(row.value)
    if (isList ? !row.isOpen : row.size !== null) turn(keyOf(row.path))
    if ((isList || row.size === null) && isNameable(row.path)) onPick(row)
  }
  const press = (event: KeyboardEvent, at: number, row: Row) => {
    const key = keyOf(row.path)
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => go(at + 1),
      ArrowUp: () => go(at - 1),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      ArrowRight: () => (row.isOpen ? go(at + 1) : row.size !== null && turn(key)),
      ArrowLeft: () => (row.isOpen ? turn(key) : go(keys.indexOf(keyOf(row.path.slice(0, -1))))),
      Enter: () => pick(row),
      ' ': () => pick(row),
    }
    const move = Object.hasOwn(moves, event.key) ? moves[event.key] : undefined
    if (!move) return
    event.preventDefault()
    move()
  }
  return (
    <>
      <ul ref={list} class="values" role="tree" aria-label="Values of the payload">
        {rows.map((row, at) => (
          <li
            key={keys[at]}
            role="treeitem"
            aria-level={levelOf(row)}
            aria-posinset={row.at}
            aria-setsize={row.of}
            aria-expanded={row.size === null ? undefined : row.isOpen}
            aria-disabled={isNameable(row.path) ? undefined : true}
            title={isNameable(row.path) ? undefined : 'A template cannot name this.'}
            style={{ '--level': Math.min(levelOf(row), 6) - 1 }}
            tabIndex={at === here ? 0 : -1}
            onKeyDown={(event) => press(event, at, row)}
            onFocus={() => setCurrent(keys[at] ?? '')}
            // The slot that is edited keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={({ target }) => {
              const isTwist = target instanceof Element && target.closest('.icon') !== null
              if (isTwist) turn(keys[at] ?? '')
              else pick(row)
            }}
          >
            {row.size !== null && <Icon name="next" size="small" />}
            <code>{row.path.at(-1) ?? 'this'}</code> <span>{shown(row)}</span>
          </li>
        ))}
      </ul>
      {!isWhole && (
        <Button small onPress={() => setMost(most + STEP)}>
          Show more
        </Button>
      )}
    </>
  )
}

function shown({ value, size }: Row) {
  if (size !== null) return countText(size, Array.isArray(value) ? 'element' : 'member')
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, MOST_LETTERS + 1) : value)
  return text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text
}

/** A member of a payload, as it is listed. */
export interface Row {
  readonly path: readonly string[]
  readonly value: unknown
  /** How many members an object or a list has; null for others. */
  readonly size: number | null
  /** Whether its members are listed, too. */
  readonly isOpen: boolean
  /** Its place among its neighbours, from 1. */
  readonly at: number
  readonly of: number
}

/** A name for what is at a path. */
export function keyOf(path: readonly string[]): string {
  return JSON.stringify(path)
}

/** Small objects are open until they are closed: those not deep, and the first one of a list. */
const MOST_LEVELS = 3
const MOST_MEMBERS = 8

/** The members of a payload, and of those members that are open; at most so many. `turned`: opened or closed. */
export function rowsOf(root: unknown, turned: ReadonlySet<string>, most: number) {
  const rows: Row[] = []
  const add = (row: Omit<Row, 'size' | 'isOpen'>, isNear: boolean): boolean => {
    if (rows.length === most) return false
    const { path, value } = row
    const isParent = value instanceof Object
    const size = isParent ? Object.keys(value).length : null
    const isSmall = Number(size) <= MOST_MEMBERS && !Array.isArray(value)
    const isOpenAtFirst = isNear && (isSmall || path.length === 0)
    const isOpen = isParent && turned.has(keyOf(path)) !== isOpenAtFirst
    rows.push({ ...row, size, isOpen })
    return !isOpen || addMembers(value, path)
  }
  const addMembers = (value: object, above: readonly string[]) => {
    const names = Object.keys(value)
    const isNear = !Array.isArray(value) && above.length < MOST_LEVELS
    return names.every((name, at) => {
      const member: unknown = Reflect.get(value, name)
      const row = { path: [...above, name], value: member, at: at + 1, of: names.length }
      return add(row, isNear || (Array.isArray(value) && at === 0))
    })
  }
  // A list is a value of its own, which a template calls `this`.
  const isWhole = Array.isArray(root)
    ? add({ path: [], value: root, at: 1, of: 1 }, true)
    : !(root instanceof Object) || addMembers(root, [])
  return { rows: rows as readonly Row[], isWhole }
}

/** What ends a path in a template. */
const ENDS = /[\s|{}"=.]/

/** Whether a template can name what is at a path. */
export function isNameable(path: readonly string[]): boolean {
  const [first = ''] = path
  return (
    !/^(?:[#/]|else$|this$)/.test(first) &&
    path.every((name) => name !== '' && !ENDS.test(name) && !isCredentialName(name))
  )
}

const LOOP = /\{\{\s*(?:#each\s+([^\s|{}"=]+)|\/each)\s*\}\}/g

/** The lists whose loops are open at the end of a text, each as the path of its elements. */
function loopsIn(text: string): readonly (readonly string[])[] {
  const loops: (readonly string[])[] = []
  for (const [, path] of text.matchAll(LOOP)) {
    if (path === undefined) {
      loops.pop()
      continue
    }
    const [first = '', ...rest] = path.split('.')
    const list = first === 'this' ? [...(loops.at(-1) ?? []), ...rest] : [first, ...rest]
    loops.push([...list, ANY])
  }
  return loops
}

const ANY = '*'

/** How a path is written after a text: within a loop over its list, and if it is the payload, as `this`. */
function written(path: readonly string[], before: string): string {
  const element = loopsIn(before).at(-1)
  const isWithin = element?.every((name, at) =>
    name === ANY ? path[at] !== undefined : name === path[at],
  )
  const names = element && isWithin === true ? ['this', ...path.slice(element.length)] : path
  return names.join('.') || 'this'
}

/** What is put into a slot for a value, before the cursor and after it. */
export function tagFor({ path, value }: Row, before: string): readonly [string, string] {
  const name = written(path, before)
  if (!Array.isArray(value)) return [`{{${name}}}`, '']
  const isFlat = !(value[0] instanceof Object)
  return [`{{#each ${name}}}${isFlat ? '{{this}} ' : ''}`, '{{/each}}']
}
