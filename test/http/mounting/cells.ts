import express, { type RequestHandler } from 'express'

/** Body parsers that a host may have mounted before the routers. */
export const PARSERS: Readonly<Record<string, readonly RequestHandler[]>> = {
  none: [],
  'json()': [express.json()],
  'urlencoded()': [express.urlencoded({ extended: true })],
  'json(), urlencoded()': [express.json(), express.urlencoded({ extended: false })],
  'text(*/*)': [express.text({ type: '*/*' })],
  'raw(*/*)': [express.raw({ type: '*/*' })],
}

/** One way to mount the routers. */
export interface Cell {
  readonly prefix: '' | '/chat'
  /** In a router of the host's own, which a failure of a parser before it passes by. */
  readonly nested: boolean
  readonly parsers: string
}

const PLACES = [
  { prefix: '', nested: false },
  { prefix: '/chat', nested: false },
  { prefix: '/chat', nested: true },
] as const

export const CELLS: readonly Cell[] = PLACES.flatMap((place) =>
  Object.keys(PARSERS).map((parsers) => ({ ...place, parsers })),
)

export function placeOf({ prefix, nested }: Cell): string {
  return nested ? `a router at ${prefix}` : prefix || 'the root'
}

/** What became of the suites in one cell: their faults, none if all is well. */
export interface CellResult extends Cell {
  readonly express: string
  readonly suites: Readonly<Record<string, readonly string[]>>
}
