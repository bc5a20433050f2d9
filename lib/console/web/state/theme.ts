export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const NAME = 'eiw-appearance'

export function readTheme(): Theme {
  const stored = localStorage.getItem(NAME)
  return THEMES.find((theme) => theme === stored) ?? 'system'
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') document.documentElement.removeAttribute('data-theme')
  else document.documentElement.setAttribute('data-theme', theme)
}

/** Shows it and keeps it for the next visit. */
export function chooseTheme(theme: Theme): void {
  applyTheme(theme)
  if (theme === 'system') localStorage.removeItem(NAME)
  else localStorage.setItem(NAME, theme)
}
