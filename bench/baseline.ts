/** The ratio to bare Express of each cell of the table, by the cell's name. */
export type Ratios = Readonly<Record<string, number>>

/** By how much of its baseline a ratio may be lower: other runs on the same machine differ as much. */
export const TOLERANCE = 0.1

export interface Cell {
  readonly body: string
  readonly connections: number
  readonly target: string
}

export function nameOf({ body, connections, target }: Cell): string {
  return `${body}, ${connections} connection${connections === 1 ? '' : 's'}, ${target}`
}

export interface Comparison {
  readonly before: number
  /** As a part of the baseline: negative if the target costs more now. */
  readonly difference: number
  readonly isLower: boolean
}

/** Null for a cell that the baseline does not have. */
export function compare(cell: Cell, ratio: number, baseline: Ratios): Comparison | null {
  const before = baseline[nameOf(cell)]
  if (before === undefined) return null
  const difference = ratio / before - 1
  return { before, difference, isLower: difference < -TOLERANCE }
}

export function ratiosOf(rows: readonly (Cell & { readonly ratio: number })[]): Ratios {
  return Object.fromEntries(rows.map((row) => [nameOf(row), Number(row.ratio.toFixed(3))]))
}
