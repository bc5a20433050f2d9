import { useEffect, useState } from 'preact/hooks'
import { listFormats } from '../api/programs.js'
import { OWN_FORMAT } from '../program.js'

type Titles = ReadonlyMap<string, string>

const KNOWN: Titles = new Map([[OWN_FORMAT, 'Slack or Mattermost']])
let loading: Promise<Titles> | null = null

/** What formats are called: their titles, or their names until those are loaded, which they are if asked for. */
export function useFormatTitles(names: readonly string[]): (name: string) => string {
  const [titles, setTitles] = useState(KNOWN)
  const isUnknown = names.some((name) => name !== '' && !titles.has(name))
  useEffect(() => {
    if (!isUnknown) return
    loading ??= load()
    void loading.then(setTitles)
  }, [isUnknown])
  return (name) => titles.get(name) ?? name
}

async function load(): Promise<Titles> {
  try {
    return new Map([
      ...KNOWN,
      ...(await listFormats()).map(({ name, title }) => [name, title] as const),
    ])
  } catch {
    // The next one tries again.
    loading = null
    return KNOWN
  }
}
