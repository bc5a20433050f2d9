import { expect } from 'chai'
import request from 'supertest'
import { type HookHost, hookHost } from '../support/hook-host.js'

const put = (host: HookHost, end: string, text: string) =>
  request(host.app).put(`${host.path}/ntfy${end}`).type('text/plain').send(text)

function shown(host: HookHost): readonly (readonly [text: string, state: unknown])[] {
  return host.posts().map(({ message, props }) => {
    const { webhook_incident: incident } = props as { webhook_incident?: { state: string } }
    return [message, incident?.state]
  })
}

describe('notifications of one sequence of ntfy', () => {
  it('replace each other without replies, until it is deleted', async () => {
    const host = hookHost()
    const begun = await put(host, '/jobs/import-9', 'begins').expect(200)
    expect(begun.body).to.deep.include({ event: 'message', topic: 'jobs', sequence_id: 'import-9' })
    await put(host, '/jobs/import-9', 'goes on').expect(200)
    expect(shown(host)).to.deep.equal([['goes on', 'open']])
    const deleted = await request(host.app).delete(`${host.path}/ntfy/jobs/import-9`).expect(200)
    expect(deleted.body).to.include({ event: 'message_delete', sequence_id: 'import-9' })
    expect(shown(host)).to.deep.equal([['goes on', 'closed']])
    await put(host, '/jobs/import-9', 'begins again').expect(200)
    expect(shown(host)).to.deep.equal([['begins again', 'open']])
  })

  it('are none of another sequence, nor of another topic', async () => {
    const host = hookHost()
    for (const end of ['/jobs/a', '/jobs/b', '/other/a', '/jobs', '/jobs']) {
      await put(host, end, end).expect(200)
    }
    expect(host.posts()).to.have.length(5)
  })

  it('do not begin with their end', async () => {
    const host = hookHost()
    const { headers } = await request(host.app).delete(`${host.path}/ntfy/jobs/a`).expect(200)
    expect(headers).to.have.property('x-webhook-skipped', 'delete')
    expect(host.posts()).to.deep.equal([])
  })

  it('are named in the path as ntfy names them', async () => {
    const host = hookHost()
    for (const end of ['/jobs/a/b', '/jobs/a%2Fb', `/${'j'.repeat(65)}`, '/ä']) {
      const sent = request(host.app)
        .post(`${host.path}/ntfy${encodeURI(end)}`)
        .send('x')
      await sent.expect(404, /format/)
    }
    for (const end of ['', '/jobs']) {
      await request(host.app).delete(`${host.path}/ntfy${end}`).expect(405)
    }
    expect(host.posts()).to.deep.equal([])
  })

  it('cannot be deleted where senders sign', async () => {
    const host = hookHost()
    await put(host, '/jobs/a', 'text').expect(200)
    const verification = { scheme: 'github', secret: 'a-secret-of-senders' } as const
    await host.webhooks.manage.update(host.webhook.userId, host.webhook.id, { verification })
    await request(host.app).delete(`${host.path}/ntfy/jobs/a`).expect(405)
    expect(shown(host)).to.deep.equal([['text', 'open']])
  })
})
