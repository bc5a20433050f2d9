import { PersonAvatar } from 'express-incoming-webhooks-ui/avatar'
import { findEmoji } from 'express-incoming-webhooks-ui/emoji'
import { Option, Options, useListKeys } from 'express-incoming-webhooks-ui/listbox'
import type { RefObject } from 'preact'
import { useState } from 'preact/hooks'
import type { ChatState } from '../state/model.js'
import { useChat } from '../state/use-chat.js'
import { replace } from './text-field.js'

const SHOWN = 8
const EVERYBODY = ['channel', 'here', 'all']

/** Suggests names after `@` and emoji after `:`. */
export function useCompletion(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  change: (value: string) => void,
) {
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
    replace(field.current, start, before.length, `${suggestion.text} `, change)
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

export function Completion({ completion }: { completion: ReturnType<typeof useCompletion> }) {
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
