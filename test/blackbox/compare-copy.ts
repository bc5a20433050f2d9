import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { argv, exit } from 'node:process'
import { differences, digestOfAll, digestsOf, ORIGIN, SUITE } from './copy.js'

// npm run blackbox:compare -- FOLDER [--update]
const [folder, flag] = argv.slice(2)
if (folder === undefined || (flag !== undefined && flag !== '--update')) {
  console.error('usage: npm run blackbox:compare -- FOLDER [--update]')
  exit(2)
}

const theirs = await digestsOf(folder)
const found = differences(await digestsOf(SUITE), theirs)
for (const line of found) console.log(line)
if (flag === '--update') await update(folder)
else exit(found.length === 0 ? 0 : 1)

async function update(from: string): Promise<void> {
  await rm(SUITE, { recursive: true })
  for (const path of theirs.keys()) await cp(join(from, path), join(SUITE, path))
  const today = new Date().toISOString().slice(0, 10)
  const origin = await readFile(ORIGIN, 'utf8')
  await writeFile(
    ORIGIN,
    origin
      .replace(/^Taken on: .*$/m, `Taken on: ${today}`)
      .replace(/^Digest: .*$/m, `Digest: \`${digestOfAll(theirs)}\``),
  )
}
