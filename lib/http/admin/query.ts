import type { Request } from 'express'
import { WebhookError } from '../../model/errors.js'

const NUMBER = /^\d{1,7}$/
const MAX_TEXT = 128

/** From 0; invalid numbers are 0. */
export function pageOf(req: Request): number {
  return numberOf(req.query['page']) ?? 0
}

/** 1 to `max`; invalid numbers give the default. */
export function perPageOf(
  req: Request,
  limits: { readonly name: string; readonly fallback: number; readonly max: number },
): number {
  const given = numberOf(req.query[limits.name])
  return given === undefined || given === 0 ? limits.fallback : Math.min(given, limits.max)
}

/**
 * `''` if it is absent or given more than once. Throws `invalid_param` for text that stores cannot
 * search for.
 */
export function textOf(req: Request, name: string): string {
  const value = req.query[name]
  if (typeof value !== 'string') return ''
  if (value.length > MAX_TEXT || /\p{Cc}/u.test(value)) {
    throw new WebhookError('invalid_param', { params: { name } })
  }
  return value
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'string' && NUMBER.test(value) ? Number(value) : undefined
}
