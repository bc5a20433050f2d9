import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, type FormatConfig } from 'oxfmt'
import { ROOT } from './root.js'

/** The text of a file as `npm run format` writes it. */
export async function formatted(path: string, text: string): Promise<string> {
  const config = JSON.parse(readFileSync(join(ROOT, '.oxfmtrc.json'), 'utf8')) as FormatConfig
  const { code } = await format(path, text, config)
  return code
}
