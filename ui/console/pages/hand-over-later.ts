import { later } from '../parts/later.js'
import { PartFailure } from './messages.js'
import type { HandOverProps } from './hand-over.js'

/** Only administrators hand over. */
export const HandOverDialog = later<HandOverProps>(
  async () => (await import('./administration.js')).HandOverDialog,
  PartFailure,
)
