import { expect } from 'chai'
import express, { type ErrorRequestHandler, type RequestHandler } from 'express'
import request from 'supertest'
import { DEFAULT_SETTINGS } from '../../lib/model/defaults.js'
import { adminHost, BASE, SITE, START } from './admin-router.host.js'
import { hostWithoutList } from './host-without-list.js'

describe('settings and logs over HTTP', () => {
  it('settings have the names of the reference', async () => {
    const answer = await adminHost().send('get', '/config', 'admin')
    expect(answer.body).to.deep.equal({
      ServiceSettings: {
        EnableIncomingWebhooks: true,
        EnableOnlyAdminIntegrations: false,
        EnablePostUsernameOverride: false,
        EnablePostIconOverride: false,
        RestrictDirectMessagesToCreator: false,
        WebhookDeliveryBodies: 'refused',
        WebhookDeliveryCount: '1000',
        WebhookDeliveryDays: '7',
      },
      LogSettings: { EnableWebhookDebugging: false, ConsoleLevel: 'INFO' },
    })
  })

  it('a patch changes what it names and ignores what it does not know', async () => {
    const { send, adapters } = adminHost()
    const answer = await send('put', '/config/patch', 'admin', {
      ServiceSettings: { EnablePostIconOverride: true, SiteURL: 'x', EnableIncomingWebhooks: null },
      LogSettings: { ConsoleLevel: 'DEBUG' },
      RateLimitSettings: { Enable: 'perhaps' },
    })
    expect(answer.status).to.equal(200)
    expect(answer.body).to.have.nested.property('LogSettings.ConsoleLevel', 'DEBUG')
    expect(adapters.host.settings).to.deep.equal({
      ...DEFAULT_SETTINGS,
      enablePostIconOverride: true,
      consoleLevel: 'DEBUG',
    })
  })

  const refusals: readonly [object, string][] = [
    [
      { ServiceSettings: { EnableIncomingWebhooks: 'no' } },
      'ServiceSettings.EnableIncomingWebhooks',
    ],
    [{ ServiceSettings: { EnablePostIconOverride: 1 } }, 'ServiceSettings.EnablePostIconOverride'],
    [{ ServiceSettings: [] }, 'ServiceSettings'],
    [{ ServiceSettings: 'x' }, 'ServiceSettings'],
    [{ LogSettings: { ConsoleLevel: 'debug' } }, 'LogSettings.ConsoleLevel'],
    [{ LogSettings: { EnableWebhookDebugging: 'true' } }, 'LogSettings.EnableWebhookDebugging'],
  ]
  for (const [patch, name] of refusals) {
    it(`refuses ${JSON.stringify(patch)} whole`, async () => {
      const { send, adapters } = adminHost()
      const body = { LogSettings: { EnableWebhookDebugging: true }, ...patch }
      const answer = await send('put', '/config/patch', 'admin', body)
      expect(answer.status).to.equal(400)
      expect(answer.body).to.include({ message: `Invalid or missing ${name} in request body.` })
      expect(adapters.host.settings).to.deep.equal(DEFAULT_SETTINGS)
    })
  }

  it('clients get strings', async () => {
    const answer = await adminHost().send('get', '/config/client?format=old', 'alice')
    expect(answer.body).to.deep.equal({
      EnableIncomingWebhooks: 'true',
      EnableOnlyAdminIntegrations: 'false',
      EnablePostUsernameOverride: 'false',
      EnablePostIconOverride: 'false',
      Version: '11.9.0',
      SiteURL: SITE,
      ListsUsers: 'true',
      RequestsSince: String(START),
    })
  })

  it('clients are told that users are listed only where they are', async () => {
    const { send } = hostWithoutList()
    const answer = await send('get', '/config/client?format=old', 'alice')
    expect(answer.status).to.equal(200)
    expect(answer.body).to.not.have.property('ListsUsers')
  })

  it('logs are an array of lines', async () => {
    const { send, debugLog } = adminHost()
    const debugging = { ...DEFAULT_SETTINGS, enableWebhookDebugging: true }
    for (const message of ['1', '2', '3']) {
      debugLog.write({ ...debugging, consoleLevel: 'DEBUG' }, 'debug', message)
    }
    const messages = async (query: string): Promise<unknown> => {
      const answer = await send('get', `/logs${query}`, 'admin')
      return (answer.body as string[])
        .map((line) => (JSON.parse(line) as { msg: string }).msg)
        .join()
    }
    expect(await messages('')).to.equal('1,2,3')
    expect(await messages('?page=0&logs_per_page=2')).to.equal('2,3')
    expect(await messages('?page=1&logs_per_page=2')).to.equal('1')
  })
})

describe('the admin router in a host', () => {
  const answered: RequestHandler = (_req, res) => {
    res.status(299).send('host')
  }

  for (const path of ['/hooks/incoming/a/b', '/hooks/incoming/%zz', '/config/x', '/logs/x']) {
    it(`${path} is ours: 404 as JSON`, async () => {
      const answer = await adminHost({ after: [answered] }).send('get', path, 'admin')
      expect(answer.status).to.equal(404)
      expect(answer.body).to.include({ id: 'api.context.404.app_error', status_code: 404 })
    })
  }

  for (const path of [
    '',
    '/users',
    '/users/me/teams',
    '/users/alice',
    '/hooks',
    '/hooks/outgoing',
    '/hooks/incomings',
    '/configs',
  ]) {
    it(`'${path}' goes on to the host`, async () => {
      const answer = await adminHost({ after: [answered] }).send('get', path)
      expect(answer.status).to.equal(299)
    })
  }

  it('a change of the own account goes on to the host', async () => {
    const answer = await adminHost({ after: [answered] }).send('put', '/users/me', 'alice', {})
    expect(answer.status).to.equal(299)
  })

  const bodies: readonly [string, RequestHandler[]][] = [
    ['no body parser', []],
    ['a JSON parser', [express.json()]],
    ['a form parser', [express.urlencoded({ extended: true })]],
  ]
  for (const [title, before] of bodies) {
    it(`reads bodies in a host with ${title}`, async () => {
      const made = await adminHost({ before }).webhookOf('alice', { display_name: 'é' })
      expect(made['display_name']).to.equal('é')
    })
  }

  for (const body of ['{"channel_id":', '[]', '"text"', 'null']) {
    it(`refuses the body ${body}`, async () => {
      const answer = await request(adminHost().app)
        .post(`${BASE}/hooks/incoming`)
        .set({ as: 'alice', 'Content-Type': 'application/json' })
        .send(body)
      expect(answer.status).to.equal(400)
      expect(answer.body).to.include({ id: 'api.context.invalid_body_param.app_error' })
    })
  }

  it('refuses a large body', async () => {
    const body = { display_name: 'x'.repeat(70_000) }
    const answer = await adminHost().send('post', '/hooks/incoming', 'alice', body)
    expect(answer.status).to.equal(413)
  })

  it('leaves errors of the host to the host', async () => {
    const mine: ErrorRequestHandler = (error: unknown, _req, res, next) => {
      if (error instanceof Error) res.status(500).send(error.message)
      else next(error)
    }
    const host = adminHost({
      currentUser: async () => {
        throw new Error('the store of the host is gone')
      },
    })
    host.app.use(mine)
    const answer = await host.send('get', '/hooks/incoming', 'alice')
    expect(answer.status).to.equal(500)
    expect(answer.text).to.equal('the store of the host is gone')
  })
})
