/**
 * The requests of a webhook that are kept together: those that were accepted (stored or skipped), those
 * that were rejected, and those, whatever became of them, that did not prove that they may post, because
 * the key cannot be used, or the signature that the webhook asks for is missing or wrong. However many
 * come of one share, they push out none of the others.
 */
export type RequestShare = 'accepted' | 'refused' | 'unproven'

/** All of them. */
export const REQUEST_SHARES: readonly RequestShare[] = ['accepted', 'refused', 'unproven']

/** The last requests of each share of a webhook that are listed. */
export const REQUESTS_PER_SHARE = 50
