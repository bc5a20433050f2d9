import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { readJson } from './json-source.js'
import type { Source } from './source.js'
import { importYaml, readYaml } from './yaml-source.js'

const MOST_MIB = 8
const MOST_BYTES = MOST_MIB * 2 ** 20

export async function readSource(file: string): Promise<Source> {
  const bytes = await buffer(createReadStream(file, { end: MOST_BYTES }))
  if (bytes.length > MOST_BYTES) throw new Error(`expected a file of at most ${MOST_MIB} MiB`)
  const text = textIn(bytes)
  return isYaml(file) ? readYaml(await importYaml(file), text) : readJson(text)
}

/** Without the byte order mark that editors for Windows put before it. */
function textIn(bytes: Uint8Array) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Error('expected a file in UTF-8')
  }
}

/** Writes the file, or, without one, to standard output. */
export async function writeTo(file: string | undefined, value: object): Promise<void> {
  const isOfYaml = file !== undefined && isYaml(file)
  const text = isOfYaml
    ? (await importYaml(file)).stringify(value)
    : `${JSON.stringify(value, null, 2)}\n`
  if (file === undefined) process.stdout.write(text)
  else await writeFile(file, text)
}

function isYaml(file: string) {
  return /\.ya?ml$/i.test(file)
}
