import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { openApiDocument } from '../../lib/openapi/index.js'
import { formatted } from '../support/formatted.js'
import { ROOT } from '../support/root.js'

const FILE = join(ROOT, 'docs/openapi.json')

describe('docs/openapi.json', () => {
  it('is what the function makes; REWRITE_OPENAPI=1 writes it', async () => {
    const text = await formatted(FILE, JSON.stringify(openApiDocument()))
    if (process.env['REWRITE_OPENAPI'] === '1') await writeFile(FILE, text)
    expect(await readFile(FILE, 'utf8')).to.equal(text)
  })
})
