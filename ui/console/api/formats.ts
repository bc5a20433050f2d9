import { textOf, wiresOf } from 'express-incoming-webhooks-ui/wire'
import { call } from './call.js'
import { readerOf } from './reader.js'

/** A format that webhooks read. */
export type ListedFormat = ReturnType<typeof formatOf>

const formatOf = readerOf({ name: textOf, title: textOf })

export async function listFormats(): Promise<readonly ListedFormat[]> {
  return wiresOf((await call('GET', 'hooks/incoming/formats')).body).map(formatOf)
}
