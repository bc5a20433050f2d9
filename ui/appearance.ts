export const APPEARANCES = ['system', 'light', 'dark'] as const
export type Appearance = (typeof APPEARANCES)[number]

const KEY = 'eiw-appearance'

/** What the visitor has chosen; `system` until then. */
export function readAppearance(): Appearance {
  const kept = localStorage.getItem(KEY)
  return APPEARANCES.find((each) => each === kept) ?? 'system'
}

/** The style sheet follows the system where nothing is said. */
export function applyAppearance(appearance: Appearance): void {
  const { dataset } = document.documentElement
  if (appearance === 'system') delete dataset['theme']
  else dataset['theme'] = appearance
}

/** Shows it and keeps it for the next visit, of the chat and of the console. */
export function chooseAppearance(appearance: Appearance): void {
  applyAppearance(appearance)
  if (appearance === 'system') localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, appearance)
}
