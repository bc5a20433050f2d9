import { readFile, writeFile } from 'node:fs/promises'
import { readJson } from './json-source.js'
import type { Source } from './source.js'
import { importYaml, readYaml } from './yaml-source.js'

export async function readSource(file: string): Promise<Source> {
  const text = await readFile(file, 'utf8')
  return isYaml(file) ? readYaml(await importYaml(file), text) : readJson(text)
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

function isYaml(file: string): boolean {
  return /\.ya?ml$/i.test(file)
}
