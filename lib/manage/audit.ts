/** Who did what to a webhook. It contains no key and no secret. */
export interface AuditEvent {
  /** Milliseconds since 1970. */
  readonly time: number
  /** The user who did it. Of what `manage.forgetUser` does: the user who is forgotten. */
  readonly userId: string
  /** The name of the user at that time; `''` of a user who is forgotten. */
  readonly username: string
  /** `handed_over`: it has another owner. `replayed`: a request was sent again. */
  readonly action: AuditAction
  /** The webhook. */
  readonly webhookId: string
  /** The fields that changed, by their names in the API, such as `display_name`. */
  readonly fields: readonly string[]
}

/** What can be done to a webhook. */
export type AuditAction =
  | 'created'
  | 'changed'
  | 'handed_over'
  | 'regenerated'
  | 'enabled'
  | 'disabled'
  | 'deleted'
  | 'replayed'

/** Takes what was done. It does not make the response wait, nor change it. */
export type OnAudit = (event: AuditEvent) => unknown
