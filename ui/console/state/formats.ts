import { loadedOnce } from 'express-incoming-webhooks-ui'
import { useEffect, useState } from 'preact/hooks'
import { listFormats } from '../api/programs.js'
import { OWN_FORMAT } from '../program.js'

const KNOWN: ReadonlyMap<string, string> = new Map([[OWN_FORMAT, 'Slack or Mattermost']])
const loadTitles = loadedOnce(
  async () =>
    new Map([...KNOWN, ...(await listFormats()).map(({ name, title }) => [name, title] as const)]),
)

/** What formats are called: their titles, or their names until those are loaded, which they are if asked for. */
export function useFormatTitles(names: readonly string[]): (name: string) => string {
  const [titles, setTitles] = useState(KNOWN)
  const isUnknown = names.some((name) => name !== '' && !titles.has(name))
  useEffect(() => {
    if (isUnknown) loadTitles().then(setTitles, () => undefined)
  }, [isUnknown])
  return (name) => titles.get(name) ?? name
}
