import { emojiOf, findEmoji } from 'express-incoming-webhooks-ui/emoji'
import { Icon } from 'express-incoming-webhooks-ui/icon'
import { ListField, Option, Options, useListKeys } from 'express-incoming-webhooks-ui/listbox'
import { Menu } from 'express-incoming-webhooks-ui/menu'
import { useId, useState } from 'preact/hooks'

/** As in the style sheet. */
const COLUMNS = 8
const SHOWN = 48
/** Offered before anything is searched for. */
const OFTEN =
  '+1 -1 tada eyes rocket white_check_mark x warning heart smile joy grin wink blush thinking cry ' +
  'sob sweat_smile scream angry clap pray muscle wave ok_hand raised_hands point_right fire ' +
  'sparkles star zap bulb bug wrench hammer construction lock key bell mega memo calendar ' +
  'hourglass coffee beer cake gift checkered_flag'

interface EmojiPickerProps {
  /** Called with a name such as `tada`. */
  readonly onChoose: (name: string) => void
}

/** A button that opens a grid of emoji below a search field. */
export function EmojiPicker({ onChoose }: EmojiPickerProps) {
  return (
    <Menu
      id={useId()}
      end
      within=".chat__body"
      buttonClass="btn btn--ghost btn--square"
      buttonLabel="Emoji"
      button={<Icon name="emoji" />}
    >
      {(close) => (
        <Grid
          onChoose={(name) => {
            close()
            onChoose(name)
          }}
        />
      )}
    </Menu>
  )
}

function Grid({ onChoose }: EmojiPickerProps) {
  const [query, setQuery] = useState('')
  const found = namesFor(query)
  const list = useListKeys(found.length, (index) => {
    const name = found[index]
    if (name !== undefined) onChoose(name)
  })
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.shiftKey ? undefined : STEPS.get(event.key)
    if (step === undefined) {
      list.onKeyDown(event)
      return
    }
    event.preventDefault()
    list.reset(Math.max(0, Math.min(list.active + step, found.length - 1)))
  }
  return (
    <div class="emojis">
      <ListField
        list={{ ...list, onKeyDown }}
        label="Search emoji"
        query={query}
        onQuery={setQuery}
      />
      <Options list={list} label="Emoji" empty={`No emoji matches “${query}”`}>
        {found.map((name, index) => (
          <Option key={name} list={list} index={index}>
            <span aria-hidden="true">{emojiOf(name)}</span>
            <span class="vh">{name}</span>
          </Option>
        ))}
      </Options>
      {found.length > 0 && (
        <p class="emojis__name" aria-hidden="true">
          :{found[list.active]}:
        </p>
      )}
    </div>
  )
}

const STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowRight', 1],
  ['ArrowLeft', -1],
  ['ArrowDown', COLUMNS],
  ['ArrowUp', -COLUMNS],
])

/** One name for each emoji. */
function namesFor(query: string): readonly string[] {
  const wanted = query.trim().replace(/:/g, '')
  if (wanted === '') return OFTEN.split(' ').filter((name) => emojiOf(name) !== null)
  const names = new Map<string, string>()
  for (const [name, character] of findEmoji(wanted, 2 * SHOWN)) {
    if (!names.has(character)) names.set(character, name)
  }
  return [...names.values()].slice(0, SHOWN)
}
