import { writeFileSync } from 'node:fs'
import { PAYLOADS } from '../../support/any-payloads.js'
import { seenOf } from './seen-payload.js'

// Writes what readers see of all payloads into one file, without the titles that are expected:
// node dist/test/pipeline/any-json/seen.js FILE

const [, , file] = process.argv
if (file === undefined) throw new Error('usage: node dist/test/pipeline/any-json/seen.js FILE')
const parts: string[] = []
for (const payload of PAYLOADS) {
  const { text, color, warnings } = await seenOf(payload)
  const noted = warnings.length > 0 ? `\n\nWarnings: ${warnings.join('; ')}` : ''
  parts.push(
    `## ${payload.sender}\n\n${payload.source}\n\nBar: ${color}\n\n~~~\n${text}\n~~~${noted}\n`,
  )
}
writeFileSync(file, parts.join('\n'))
