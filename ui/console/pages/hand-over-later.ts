import { later } from '../parts/later.js'
import { PartFailure } from './loaded.js'

/** Only administrators hand over, to a person whom they choose as in the form. */
export const HandOverDialog = later(
  async () => (await import('./forms.js')).HandOverDialog,
  PartFailure,
)
