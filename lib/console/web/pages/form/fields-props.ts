import type { Displaced } from '../../parts/field.js'
import type { Draft } from './draft.js'
import type { FormState } from './form-state.js'

/** What every group of fields is given. */
export interface FieldsProps {
  readonly form: FormState
  /** A webhook stays in its team; `''` for a new one. */
  readonly teamId: string
  /** What the user had changed when somebody else's change came first. */
  readonly mine: (name: keyof Draft) => Displaced | null
}
