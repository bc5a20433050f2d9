import { expect } from 'chai'
import { readStore } from '../../example-host/store/read-store.js'
import { webhookIn } from '../../example-host/store/webhooks.js'
import { newWebhook, cleanUp, copyOf, opened, temporaryDirectory } from './support.js'

describe('webhooks in the files that 0.9 reads and writes too', () => {
  afterEach(cleanUp)

  it('have the path to incidents under both of its names', async () => {
    const directory = await temporaryDirectory()
    const { webhooks } = (await opened(directory)).adapters
    const { id, version, ...webhook } = newWebhook('a', { incidentPath: 'alert.id' })
    await webhooks.create({ ...webhook, id, version })
    const stored = async (): Promise<unknown> => {
      const { model, close } = await readStore(await copyOf(directory), () => undefined)
      await close()
      return model.tables.webhooks.get(id)
    }
    expect(await stored()).to.include({ incidentPath: 'alert.id', thingPath: 'alert.id' })
    await webhooks.update(id, { incidentPath: 'name', version: 1 }, version)
    expect(await stored()).to.include({ incidentPath: 'name', thingPath: 'name' })
  })

  for (const [title, paths, expected] of [
    ['was written by 0.9', { thingPath: 'alert.id' }, 'alert.id'],
    ['was changed by 0.9', { incidentPath: 'name', thingPath: 'alert.id' }, 'alert.id'],
    ['was emptied by 0.9', { incidentPath: 'name', thingPath: '' }, ''],
    ['was written before the names were both kept', { incidentPath: 'name' }, 'name'],
    ['is older than the field', {}, undefined],
  ] as const) {
    it(`have the path of a row that ${title}`, () => {
      const { incidentPath: _path, ...row } = newWebhook('a')
      expect(webhookIn({ ...row, ...paths }).incidentPath).to.equal(expected)
    })
  }
})
