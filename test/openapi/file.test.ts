import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { format } from 'prettier'
import { openApiDocument } from '../../lib/openapi/index.js'
import { ROOT } from '../support/root.js'

const FILE = join(ROOT, 'docs/openapi.json')

describe('docs/openapi.json', () => {
  it('is what the function makes; REWRITE_OPENAPI=1 writes it', async () => {
    const text = await format(JSON.stringify(openApiDocument()), {
      parser: 'json',
      printWidth: 100,
    })
    if (process.env['REWRITE_OPENAPI'] === '1') await writeFile(FILE, text)
    expect(await readFile(FILE, 'utf8')).to.equal(text)
  })
})
