import { later } from '../parts/later.js'
import { PartFailure } from './messages.js'
import type { HandOverProps } from './hand-over.js'

/** Only administrators hand over, to a person whom they choose as in the form. */
export const HandOverDialog = later<HandOverProps>(
  async () => (await import('./forms.js')).HandOverDialog,
  PartFailure,
)
