import type { NextFunction, Request, RequestHandler, Response } from 'express'
import { asError } from '../host/as-error.js'

/** A handler whose rejection also reaches the error handlers in Express 4, which ignores promises. */
export function asyncHandler(
  handle: (req: Request, res: Response, next: NextFunction) => Promise<void> | void,
): RequestHandler {
  return (req, res, next) => {
    const run = async (): Promise<void> => {
      await handle(req, res, next)
    }
    run().catch((reason: unknown) => {
      next(asError(reason))
    })
  }
}
