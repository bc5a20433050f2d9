import { fetchJson, textOf, wiresOf } from 'express-incoming-webhooks-ui'
import { config } from '../config.js'
import type { Program } from '../program.js'
import { get } from './call.js'
import { readerOf, textList } from './reader.js'

const programOf = readerOf<Program>({
  name: textOf,
  title: textOf,
  mark: textOf,
  group: textOf,
  format: textOf,
  keywords: textOf,
  steps: textList,
  file: textOf,
  code: textOf,
})

/** Those of a file of their own, as only one page shows them. */
export async function listPrograms(): Promise<readonly Program[]> {
  const { body } = await fetchJson(new URL(config.programs, config.base))
  return wiresOf(body).map(programOf)
}

/** A format that webhooks read. */
type ListedFormat = ReturnType<typeof formatOf>

const formatOf = readerOf({ name: textOf, title: textOf })

export async function listFormats(): Promise<readonly ListedFormat[]> {
  return wiresOf(await get('hooks/incoming/formats')).map(formatOf)
}
