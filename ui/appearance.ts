export const APPEARANCES = ['system', 'light', 'dark'] as const
export type Appearance = (typeof APPEARANCES)[number]

const KEY = 'eiw-appearance'

/** The visitor's choice; `system` by default. */
export function readAppearance(): Appearance {
  const kept = localStorage.getItem(KEY)
  return APPEARANCES.find((each) => each === kept) ?? 'system'
}

/** Without an attribute, the style sheet follows the system. */
export function applyAppearance(appearance: Appearance): void {
  const { dataset } = document.documentElement
  if (appearance === 'system') delete dataset['theme']
  else dataset['theme'] = appearance
}

/** Applies the choice and stores it for later visits to the chat and the console. */
export function chooseAppearance(appearance: Appearance): void {
  applyAppearance(appearance)
  if (appearance === 'system') localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, appearance)
}
