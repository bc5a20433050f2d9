/**
 * What is known of an event beside its name and its format: what rules of webhooks may ask for. A format
 * says which of them its events have. What the sender did not say is absent; an empty list of labels says
 * that there are none.
 */
export interface Facts {
  /** Whether an incident is `open`, `acknowledged` or `closed`. */
  readonly state?: string | undefined
  /** The branch; of a pull request, the one it goes to. */
  readonly branch?: string | undefined
  /** The names of its labels. */
  readonly label?: readonly string[] | undefined
  /** The login of who caused it. */
  readonly author?: string | undefined
  /** How serious it is, in the sender's word. */
  readonly severity?: string | undefined
  /** Where it happened, such as `production`. */
  readonly environment?: string | undefined
  /** What it is about, such as the name of a service. */
  readonly service?: string | undefined
  /** Owner and name of a repository. */
  readonly repository?: string | undefined
  /** Whether the repository is private. */
  readonly private?: boolean | undefined
}

/** Of what nothing is known. */
export const NO_FACTS: Facts = {}
