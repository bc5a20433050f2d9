import { env, exit } from 'node:process'
import { Bars } from '../../support/figures.js'
import { wholeMessages } from './whole.js'

const COUNT = Number(env['FUZZ_COUNT'] ?? 100_000)
const seed = Number(env['FUZZ_SEED'] ?? Date.now() % 1_000_000_000)

/** Looks for the texts of 100,000 changed messages for other chats: each is shown or named. */
const bars = new Bars()
const { shown, silent } = wholeMessages(COUNT, seed)
bars.note('seed; FUZZ_SEED chooses it, FUZZ_COUNT how many', String(seed))
for (const [format, count] of shown) bars.note(`shown as ${format}`, String(count))
for (const { format, path, message } of silent.slice(0, 5)) {
  console.log(`\nneither shown nor named, as ${format}: ${path}`)
  console.log(JSON.stringify(message).slice(0, 4_000))
}
bars.atMost('texts that are neither shown nor named', silent.length, 0)
exit(bars.end())
