// Loaded before the example host: its server passes all requests to the app, and so to the router, in
// place of the listener.
import { Server } from 'node:http'
import express from 'express'
import './preload.js'

let appWithHooks: unknown = null

/** Calls `act` before each call of the method, with the object and the arguments. */
function before(
  owner: object,
  name: string,
  act: (self: unknown, args: readonly unknown[]) => void,
): void {
  const method: unknown = Reflect.get(owner, name)
  if (typeof method !== 'function') throw new Error(`there is no method ${name}`)
  const call = (self: unknown, args: unknown[]): unknown => Reflect.apply(method, self, args)
  Reflect.set(owner, name, function (this: unknown, ...args: unknown[]): unknown {
    act(this, args)
    return call(this, args)
  })
}

before(express.application, 'use', (app, [path]) => {
  if (path === '/hooks') appWithHooks = app
})
before(Server.prototype, 'listen', (server) => {
  const app = appWithHooks
  if (!(server instanceof Server) || typeof app !== 'function') return
  server.removeAllListeners('request').on('request', (req, res) => {
    Reflect.apply(app, server, [req, res])
  })
})
