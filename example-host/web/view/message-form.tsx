import { PersonAvatar } from 'express-incoming-webhooks-ui/avatar'
import { countCodePoints } from 'express-incoming-webhooks-ui/code-points'
import { findEmoji } from 'express-incoming-webhooks-ui/emoji'
import { Option, Options, useListKeys } from 'express-incoming-webhooks-ui/listbox'
import { numberText } from 'express-incoming-webhooks-ui/numbers'
import type { ComponentChildren, RefObject } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import { type ChatState, useChat, useOffline } from '../state/store.js'
import { FormError } from './forms.jsx'

export type FieldRef = RefObject<HTMLTextAreaElement | null>

interface MessageFormProps {
  readonly id: string
  /** A further class. */
  readonly look?: string
  readonly label: string
  readonly field: FieldRef
  readonly text: string
  /** Takes the text after it was changed. */
  readonly change: (text: string) => void
  readonly placeholder?: string
  /** What the keys do, in words. */
  readonly keys: string
  /** Why the message was not taken, or ''. */
  readonly error?: string
  readonly onSubmit: () => void
  /** Whether a key beside Enter was for the form. */
  readonly onKey: (event: KeyboardEvent) => boolean
  /** Content below the text. */
  readonly children: ComponentChildren
}

/** The text of a message under way, with what describes it below. */
export function MessageForm(props: MessageFormProps) {
  const { id, look = '', field, text, change, onSubmit, onKey } = props
  const completion = useCompletion(field, text)
  useHeight(field, text)
  return (
    <form
      class={`composer ${look}`.trim()}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <div class="composer__box">
        <Completion completion={completion} />
        <label class="vh" for={id}>
          {props.label}
        </label>
        <textarea
          id={id}
          ref={field}
          rows={1}
          dir="auto"
          placeholder={props.placeholder}
          aria-describedby={`${id}-hint`}
          value={text}
          onInput={({ currentTarget }) => change(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.isComposing || completion.onKeyDown(event)) return
            if (event.key === 'Enter' && !event.shiftKey) onSubmit()
            else if (!onKey(event)) return
            event.preventDefault()
          }}
          {...completion.field}
        />
        {props.children}
      </div>
      <Hint id={`${id}-hint`} text={text} keys={props.keys} />
      <FormError text={props.error ?? ''} />
    </form>
  )
}

interface HintProps {
  readonly id: string
  readonly text: string
  readonly keys: string
}

function Hint({ id, text, keys }: HintProps) {
  const offline = useOffline()
  const length = countedLength(text)
  const isKeys = !offline && length === 0
  return (
    <p class={isKeys ? 'composer__hint composer__hint--keys' : 'composer__hint'} id={id}>
      {offline ? (
        <span>Your text stays here until the connection is back.</span>
      ) : isKeys ? (
        <span>{keys}</span>
      ) : (
        <Count length={length} />
      )}
    </p>
  )
}

/** Adjusts the height of a field to its text. */
function useHeight(field: FieldRef, text: string): void {
  useLayoutEffect(() => {
    const { current } = field
    if (!current) return
    current.style.height = 'auto'
    current.style.height = `${current.scrollHeight}px`
  }, [text])
}

const LIMIT = 16_383
const COUNTED_FROM = 15_500

/** The length of a message; 0 if it is short enough not to be shown. */
function countedLength(text: string): number {
  const length = text.length < COUNTED_FROM ? 0 : countCodePoints(text)
  return length < COUNTED_FROM ? 0 : length
}

export function isTooLong(text: string): boolean {
  return countedLength(text) > LIMIT
}

/** Whether a message with this text may be sent. */
export function isSendable(text: string): boolean {
  return text.trim() !== '' && !isTooLong(text)
}

/** Shows the length of a long message. */
function Count({ length }: { readonly length: number }) {
  return (
    <span class={length > LIMIT ? 'count count--over' : 'count'} role="status">
      {numberText(length)} of {numberText(LIMIT)} characters
      {length > LIMIT && '. Shorten the message to send it.'}
    </span>
  )
}

const SHOWN = 8
const EVERYBODY = ['channel', 'here', 'all']

/** Suggests names after `@` and emoji after `:`. */
function useCompletion(field: FieldRef, text: string) {
  const { users } = useChat('users')
  const [closedAt, setClosedAt] = useState('')
  const before = text.slice(0, field.current?.selectionStart ?? text.length)
  const [begun = '', mark = '', part = ''] = /(?:^|\s)([@:])([a-z0-9._+-]*)$/i.exec(before) ?? []
  const isOpen = begun !== '' && before !== closedAt
  const suggestions = isOpen ? suggest(mark, part, users) : []
  const choose = (index: number): void => {
    const suggestion = suggestions[index]
    if (!suggestion || !field.current) return
    const start = before.length - part.length - 1
    replace(field.current, start, before.length, `${suggestion.text} `)
  }
  const list = useListKeys(suggestions.length, choose)
  const isShown = suggestions.length > 0
  return {
    suggestions,
    list,
    field: isShown ? { ...list.field, 'aria-autocomplete': 'list' } : {},
    /** Returns whether the list handled the key. */
    onKeyDown: (event: KeyboardEvent): boolean => {
      if (!isShown) return false
      if (event.key === 'Escape') {
        event.stopPropagation()
        setClosedAt(before)
      } else if (event.key === 'Tab') choose(list.active)
      // Home and End move in the message, and Shift selects or starts a line.
      else if (event.shiftKey) return false
      else if (/^Arrow(?:Down|Up)$/.test(event.key)) list.onKeyDown(event)
      else if (event.key === 'Enter') choose(list.active)
      else return false
      event.preventDefault()
      return true
    },
  }
}

function Completion({ completion }: { completion: ReturnType<typeof useCompletion> }) {
  const { suggestions, list } = completion
  if (suggestions.length === 0) return null
  return (
    <div class="menu menu--up menu--complete">
      <Options list={list} label="Suggestions" empty="">
        {suggestions.map(({ text, shown }, index) => (
          <Option key={text} list={list} index={index}>
            {shown}
          </Option>
        ))}
      </Options>
    </div>
  )
}

function suggest(mark: string, part: string, users: ChatState['users']) {
  const wanted = part.toLowerCase()
  if (mark === ':') {
    // A colon alone is punctuation.
    if (wanted.length < 2) return []
    return findEmoji(wanted, SHOWN).map(([name, character]) => ({
      text: `:${name}:`,
      shown: [<span key="c">{character}</span>, <span key="n">:{name}:</span>],
    }))
  }
  const people = [...users.values()].filter(({ active }) => active).map(({ username }) => username)
  return [...people.sort(), ...EVERYBODY]
    .filter((name) => name.startsWith(wanted))
    .slice(0, SHOWN)
    .map((name) => ({
      text: `@${name}`,
      shown: [<PersonAvatar key="a" name={name} size="small" />, <span key="n">{name}</span>],
    }))
}

/** Inserts a word at the cursor, apart from the one before. */
export function insert(field: HTMLTextAreaElement, word: string): void {
  const { selectionStart: start, selectionEnd: end, value } = field
  const isApart = value.slice(0, start).slice(-1).trim() === ''
  replace(field, start, end, isApart ? word : ` ${word}`)
}

/** Puts marks around the selection. */
export function wrap(field: HTMLTextAreaElement, mark: string): void {
  const { selectionStart: start, selectionEnd: end, value } = field
  const [open, close] = mark === '[' ? ['[', '](https://)'] : [mark, mark]
  replace(field, start, end, `${open}${value.slice(start, end)}${close}`)
  field.setSelectionRange(start + open.length, end + open.length)
}

function replace(field: HTMLTextAreaElement, start: number, end: number, text: string): void {
  field.focus()
  field.setRangeText(text, start, end, 'end')
  // As if it was typed.
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
