import type { RequestHandler } from 'express'

/**
 * JSON has the type `application/json` without a charset: clients of the reference's API compare the
 * whole header and treat JSON with a charset as text.
 */
export const plainJsonType: RequestHandler = (_req, res, next) => {
  const setHeader = res.setHeader.bind(res)
  res.setHeader = (name, value) => setHeader(name, isJsonType(name, value) ? JSON_TYPE : value)
  next()
}

const JSON_TYPE = 'application/json'

function isJsonType(name: string, value: unknown): boolean {
  return name.toLowerCase() === 'content-type' && value === `${JSON_TYPE}; charset=utf-8`
}
