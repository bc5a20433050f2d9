import {
  type ControlAttributes,
  Icon,
  ListField,
  Option,
  Options,
  PersonAvatar,
  useDismiss,
  useListKeys,
} from 'express-incoming-webhooks-ui'
import type { ComponentChildren, JSX } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import { type Channel, listChannels, type ListedUser, listUsers } from '../api/directory.js'
import { useLoaded, useRested } from '../state/loading.js'
import { useSession } from '../state/session.js'
import { type AboutField, Field, TextField } from './field.js'

const REST_MS = 150

/** What can be picked. */
interface Pickable<Item> {
  readonly words: {
    /** The label of the field above the list. */
    readonly find: string
    /** The label of the list. */
    readonly list: string
    readonly loading: string
    readonly failed: string
    readonly none: string
    /** Comes before the query. */
    readonly noMatch: string
  }
  readonly load: (query: string) => Promise<readonly Item[]>
  /** What an option shows, and a note at its end. */
  readonly optionOf: (item: Item) => { readonly content: ComponentChildren; readonly note: string }
}

interface Picking<Item> extends Pickable<Item> {
  /** An icon or a picture before the value. */
  readonly picture: JSX.Element
  readonly value: ComponentChildren
  readonly chosenId: string
  readonly onChoose: (item: Item) => void
}

type PickerProps<Item> = Picking<Item> & Omit<AboutField, 'optional'>

export function Picker<Item extends { readonly id: string }>(props: PickerProps<Item>) {
  return (
    <Field {...props} named="self">
      {(attributes) => <PickerButton {...props} attributes={attributes} />}
    </Field>
  )
}

interface PickerButtonProps<Item> extends Picking<Item> {
  readonly label: string
  readonly attributes?: Partial<ControlAttributes>
}

/** A button that opens a list, which the server searches. Its name is the label and the value. */
export function PickerButton<Item extends { readonly id: string }>(props: PickerButtonProps<Item>) {
  const { label, attributes = {}, onChoose } = props
  const [open, setOpen] = useState(false)
  const { anchor, opener } = useDismiss(open, () => setOpen(false))
  const choose = (item: Item) => {
    onChoose(item)
    setOpen(false)
    opener.current?.focus()
  }
  return (
    <div class="anchor" ref={anchor}>
      <button
        type="button"
        ref={opener}
        class={`input input--pick ${attributes['aria-invalid'] ? 'input--bad' : ''}`}
        id={attributes.id}
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-describedby={attributes['aria-describedby']}
        onClick={() => setOpen(!open)}
      >
        <span class="vh">{label}: </span>
        {props.picture}
        <span class="input__value">{props.value}</span>
        <Icon name="down" />
      </button>
      {open && <Found {...props} onChoose={choose} />}
    </div>
  )
}

/** The matching items, with the chosen one marked. */
function Found<Item extends { readonly id: string }>(props: Picking<Item>) {
  const { words, chosenId, load, optionOf, onChoose } = props
  const [query, setQuery] = useState('')
  const wanted = useRested(query, REST_MS)
  const { value, error } = useLoaded(
    async () => ({
      items: await load(wanted),
      whyEmpty: wanted === '' ? words.none : `${words.noMatch} “${wanted}”`,
    }),
    wanted,
  )
  const found = error ? null : value
  const items = found?.items ?? []
  const whyEmpty = error ? words.failed : (value?.whyEmpty ?? words.loading)
  const list = useListKeys(items.length, (index) => {
    const item = items[index]
    if (item) onChoose(item)
  })
  useLayoutEffect(() => {
    const chosen = items.findIndex(({ id }) => id === chosenId)
    list.reset(Math.max(0, chosen))
  }, [found])
  return (
    <div class="menu menu--wide">
      <ListField list={list} label={words.find} query={query} onQuery={setQuery} />
      <Options list={list} label={words.list} empty={whyEmpty}>
        {items.map((item, index) => {
          const { content, note } = optionOf(item)
          return (
            <Option key={item.id} list={list} index={index}>
              {content}
              <span class="menu__note">{note}</span>
              {item.id === chosenId && <Icon name="check" />}
            </Option>
          )
        })}
      </Options>
    </div>
  )
}

interface PersonFieldProps extends AboutField {
  readonly person: ListedUser | null
  readonly onPerson: (person: ListedUser | null) => void
  /** Who is meant, and comes first, if nobody is chosen. */
  readonly nobody?: ListedUser
}

/** Chooses one of the people, or takes an id from those whose host does not list them. */
export function PersonField(props: PersonFieldProps) {
  const { listsUsers } = useSession().settings
  return listsUsers ? <PersonPicker {...props} /> : <PersonIdField {...props} />
}

function PersonIdField({ person, onPerson, nobody, ...field }: PersonFieldProps) {
  return (
    <TextField
      {...field}
      hint={`User ID of the owner.${nobody ? ' Leave empty for yourself.' : ''}`}
      value={person?.id ?? ''}
      onText={(id) => onPerson(id === '' ? null : { id, username: '', name: id })}
    />
  )
}

const PEOPLE = {
  find: 'Find a person',
  list: 'People',
  loading: 'Loading people',
  failed: 'The people could not be loaded. Close this and try again.',
  none: 'There is nobody to choose from.',
  noMatch: 'Nobody matches',
}

function PersonPicker({ person, onPerson, nobody, optional: _always, ...field }: PersonFieldProps) {
  const { me } = useSession()
  const chosen = person ?? nobody
  return (
    <Picker
      {...field}
      words={PEOPLE}
      picture={chosen ? <Face {...chosen} /> : <></>}
      value={
        chosen ? (
          <>
            {chosen.name}
            <span class="subtle"> {noteOf(chosen)}</span>
          </>
        ) : (
          'Choose a person'
        )
      }
      chosenId={chosen?.id ?? ''}
      load={async (query) => {
        const all = await listUsers(query)
        if (!nobody) return all
        const others = all.filter(({ id }) => id !== me.id)
        return isMeant(nobody, query) ? [nobody, ...others] : others
      }}
      optionOf={(user) => ({
        content: (
          <>
            <Face {...user} />
            {user.name}
          </>
        ),
        note: noteOf(user),
      })}
      onChoose={(user) => onPerson(user.id === '' ? null : user)}
    />
  )
}

function Face({ username, name }: ListedUser) {
  return <PersonAvatar name={username || name} size="tiny" />
}

/** The username, unless it is the name already. */
function noteOf({ username, name }: ListedUser) {
  return username === '' || username === name ? '' : `@${username}`
}

function isMeant({ username, name }: ListedUser, query: string) {
  const wanted = query.trim().toLowerCase()
  return [username, name].some((each) => each.toLowerCase().includes(wanted))
}

const CHANNELS = {
  find: 'Find a channel',
  list: 'Channels',
  loading: 'Loading channels',
  failed: 'The channels could not be loaded. Close this and try again.',
  none: 'There are no channels to choose from.',
  noMatch: 'No channels match',
}

/** The channels of a team; `''` is any. */
export function channelsOf(teamId: string): Pickable<Channel> {
  return {
    words: CHANNELS,
    load: async (query) =>
      (await listChannels(query)).filter((each) => teamId === '' || each.teamId === teamId),
    optionOf: ({ name, isPrivate }) => ({
      content: (
        <>
          <ChannelIcon isPrivate={isPrivate} />
          {name}
        </>
      ),
      note: isPrivate ? 'private' : '',
    }),
  }
}

export function ChannelIcon({ isPrivate }: { isPrivate: boolean }) {
  return <Icon name={isPrivate ? 'lock' : 'channel'} />
}
