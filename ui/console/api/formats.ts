import { textOf, wiresOf } from 'express-incoming-webhooks-ui/wire'
import { call } from './call.js'

/** A format that webhooks read. */
export interface ListedFormat {
  readonly name: string
  readonly title: string
}

export async function listFormats(): Promise<readonly ListedFormat[]> {
  const { body } = await call('GET', 'hooks/incoming/formats')
  return wiresOf(body).map((wire) => ({
    name: textOf(wire, 'name'),
    title: textOf(wire, 'title'),
  }))
}
