import { useState } from 'preact/hooks'
import { chooseAppearance, readAppearance } from './appearance.js'
import { Segment } from './segment.js'

const CHOICES = [
  { name: 'system', text: 'System' },
  { name: 'light', text: 'Light' },
  { name: 'dark', text: 'Dark' },
] as const

/** For menus: light, dark, or the system setting. */
export function AppearanceChoice() {
  const [chosen, setChosen] = useState(readAppearance)
  return (
    <>
      <div class="menu__title" aria-hidden="true">
        Appearance
      </div>
      <Segment
        label="Appearance"
        choices={CHOICES}
        chosen={chosen}
        small
        onChoose={(appearance) => {
          chooseAppearance(appearance)
          setChosen(appearance)
        }}
      />
    </>
  )
}
