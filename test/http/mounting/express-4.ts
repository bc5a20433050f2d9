import { register, type ResolveHook } from 'node:module'
import { isMainThread } from 'node:worker_threads'

// Preloaded: whoever imports Express in this process gets Express 4, the library too.
if (isMainThread) {
  process.env['EXPRESS'] = 'express4'
  register(import.meta.url)
}

export const resolve: ResolveHook = (specifier, context, next) =>
  next(specifier === 'express' ? 'express4' : specifier, context)
