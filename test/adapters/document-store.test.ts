import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { openDocumentStore } from '../../docs/examples/adapters/document-log.js'

describe('the store of documents of the docs', () => {
  it('keeps what it has acknowledged, before and after a line that was never finished', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'torn-'))
    const file = join(folder, 'log')
    const put = async (id: string): Promise<void> => {
      const store = await openDocumentStore(file)
      await store.transaction((calls) => {
        calls.put('c', id, { id })
      })
      await store.close()
    }
    await put('é before')
    await appendFile(file, '[["c","torn",{"id"')
    await put('after')
    const store = await openDocumentStore(file)
    expect(store.list('c')).to.deep.equal([{ id: 'é before' }, { id: 'after' }])
    await store.close()
    await rm(folder, { recursive: true })
  })
})
