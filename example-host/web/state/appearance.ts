export const APPEARANCES = ['system', 'light', 'dark'] as const
export type Appearance = (typeof APPEARANCES)[number]

const KEY = 'eiw-appearance'

export function keptAppearance(): Appearance {
  const kept = localStorage.getItem(KEY)
  return APPEARANCES.find((each) => each === kept) ?? 'system'
}

export function keepAppearance(appearance: Appearance): void {
  localStorage.setItem(KEY, appearance)
  applyAppearance(appearance)
}

export function applyAppearance(appearance: Appearance): void {
  if (appearance === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = appearance
}
