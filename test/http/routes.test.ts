import { expect } from 'chai'
import express, { type ErrorRequestHandler } from 'express'
import request from 'supertest'
import { routeHandler } from '../../lib/http/routes.js'

describe('the handler of a route', () => {
  // It returns nothing, so that Express 5 hears of a rejection in the way of Express 4.
  it('hands a rejection on, one without a reason too', async () => {
    const seen: unknown[] = []
    const reasons: readonly unknown[] = [new Error('late'), undefined]
    for (const reason of reasons) {
      const app = express().use(
        routeHandler('getMe', async () => {
          await Promise.resolve()
          throw reason
        }),
      )
      const note: ErrorRequestHandler = (error: unknown, _req, res, next) => {
        seen.push(error)
        if (res.headersSent) next(error)
        else res.sendStatus(500)
      }
      await request(app.use(note)).get('/').expect(500)
    }
    expect(seen[0]).to.equal(reasons[0])
    expect(seen[1]).to.be.instanceOf(Error)
  })
})
