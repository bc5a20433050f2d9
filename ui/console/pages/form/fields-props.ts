import type { Displaced } from '../../parts/field.js'
import type { Draft } from './draft.js'
import type { FormState } from './form-state.js'

/** Properties of every group of fields. */
export interface FieldsProps {
  readonly form: FormState
  /** The webhook's team, which cannot change; `''` for a new one. */
  readonly teamId: string
  /** The user's changes that conflict with another user's change. */
  readonly mine: (name: keyof Draft) => Displaced | null
}
