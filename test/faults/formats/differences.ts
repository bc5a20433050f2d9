import type { Intended } from './judge.js'

/** Differences from the earlier version that are on purpose, with their reasons. */
export const INTENDED: readonly Intended[] = []
