import { expect } from 'chai'
import { redactKeys } from 'express-incoming-webhooks'
import morgan from 'morgan'
import { pino } from 'pino'
import { pinoHttp } from 'pino-http'
import request from 'supertest'
import { hookHost, KEY } from '../../support/hook-host.js'

describe('access logs', () => {
  const lines: string[] = []
  const keep = { write: (line: string) => lines.push(line) }
  const redacted = { write: (line: string) => lines.push(redactKeys(line)) }
  const loggers = {
    'morgan, at the end of a request': morgan('combined', { stream: redacted }),
    'morgan, at its beginning': morgan('combined', { immediate: true, stream: redacted }),
    'pino-http': pinoHttp({
      logger: pino({ hooks: { streamWrite: redactKeys } }, keep),
      customReceivedMessage: ({ url }) => `received ${url ?? ''}`,
    }),
  }

  beforeEach(() => {
    lines.length = 0
  })

  for (const [name, logger] of Object.entries(loggers)) {
    it(`of ${name} hold no key, whatever becomes of the request`, async () => {
      const host = hookHost({ before: [logger] })
      const send = (path: string) => request(host.app).post(path).send({ text: 'hello' })
      await send(host.path).set('Referer', `https://chat.example/hooks/${KEY}`).expect(200)
      await send(`/hooks/?key=${KEY}`).expect(404)
      await send(`${host.path}/more`).expect(404)
      await request(host.app).get(host.path).set('Authorization', `Bearer ${KEY}`).expect(405)
      expect(lines.length).to.be.at.least(4)
      expect(lines.join('')).to.include('redacted').and.not.to.include(KEY.slice(0, 28))
    })
  }
})
