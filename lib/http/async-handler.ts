import type { NextFunction, Request, RequestHandler, Response } from 'express'

/** Hands a rejection to `next`, which Express 4 does not do by itself. */
export function asyncHandler(
  handle: (req: Request, res: Response, next: NextFunction) => Promise<void> | void,
): RequestHandler {
  return (req, res, next) => {
    const run = async (): Promise<void> => {
      await handle(req, res, next)
    }
    run().catch(next)
  }
}
