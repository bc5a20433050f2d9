interface Deletable {
  readonly deleteAt?: number | null | undefined
}

/** Whether there is such a user or channel that is not deactivated or archived. */
export function isAlive<Found extends Deletable>(found: Found | null | undefined): found is Found {
  return found !== null && found !== undefined && !found.deleteAt
}
