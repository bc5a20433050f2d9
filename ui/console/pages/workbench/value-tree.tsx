import { Button, countText, Icon } from 'express-incoming-webhooks-ui'
import { useMemo, useRef, useState } from 'preact/hooks'
import { keyOf, type Row, rowsOf } from './rows.js'
import { isNameable } from './tags.js'

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
  const levelOf = ({ path }: Row): number => path.length + Number(Array.isArray(value))
  const keys = rows.map(({ path }) => keyOf(path))
  const here = Math.max(keys.indexOf(current), 0)
  const go = (to: number): void => {
    const key = keys[to]
    if (key === undefined) return
    setCurrent(key)
    list.current?.querySelectorAll<HTMLElement>('[role="treeitem"]')[to]?.focus()
  }
  const turn = (key: string): void => {
    const next = new Set(turned)
    if (!next.delete(key)) next.add(key)
    setTurned(next)
  }
  const pick = (row: Row): void => {
    const isList = Array.isArray(row.value)
    if (isList ? !row.isOpen : row.size !== null) turn(keyOf(row.path))
    if ((isList || row.size === null) && isNameable(row.path)) onPick(row)
  }
  const press = (event: KeyboardEvent, at: number, row: Row): void => {
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

function shown({ value, size }: Row): string {
  if (size !== null) return countText(size, Array.isArray(value) ? 'element' : 'member')
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, MOST_LETTERS + 1) : value)
  return text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text
}
