import { expect } from 'chai'
import { pipeline, refusalOf } from '../pipeline.js'

describe('any JSON on its way', () => {
  const webhook = { format: 'json' }

  it('is shown as ours where it is ours', async () => {
    for (const [sent, format, message] of [
      [{ text: '*a*', title: 'b' }, 'native', '*a*'],
      [{ text: 'a', priority: 'HIGH' }, 'json', '**Webhook**'],
      [{ blocks: [{ name: 'b' }], name: 'c' }, 'json', '**c**'],
      [{ attachments: [{ filename: 'a.pdf' }], subject: 'c' }, 'json', '**c**'],
    ] as const) {
      const { send, posts } = pipeline()
      const delivered = await send(sent, { webhook: { ...webhook, displayName: '' } })
      expect(delivered.format).to.equal(format)
      expect(posts()[0]?.message).to.equal(message)
    }
  })

  it('is an incident only by a path or a key of the request', async () => {
    const sent = { title: 'CPU', alert: { id: 'a1' } }
    const { send } = pipeline()
    expect((await send(sent, { webhook })).incident).to.equal('')
    const found = await send(sent, { webhook: { ...webhook, incidentPath: 'alert.id' } })
    expect(found.incident).to.equal('a1')
  })

  it('of a single value is refused', async () => {
    const { send } = pipeline()
    const refused = await refusalOf(send([], { webhook }))
    expect(refused.code).to.equal('payload_unparsable')
    expect(refused.detail).to.equal('as json: the body is empty; this webhook reads only json')
  })

  it('is called like the webhook where nothing else has a name', async () => {
    const { send, posts } = pipeline()
    await send({ figure: 5 }, { webhook: { format: 'json', displayName: 'Figures' } })
    expect(posts()[0]?.message).to.equal('**Figures**')
  })
})
