/** The shares in which the recent requests of a webhook are kept. */
export const REQUEST_SHARES = ['accepted', 'refused', 'unproven'] as const

/**
 * The requests of a webhook that are kept together: those that were accepted (stored or skipped), those
 * that were rejected, and those, whatever became of them, that did not prove that they may post, because
 * the key cannot be used, or the signature that the webhook asks for is missing or wrong. However many
 * come of one share, they push out none of the others.
 */
export type RequestShare = (typeof REQUEST_SHARES)[number]

/** The last requests of each share of a webhook that are listed. */
export const REQUESTS_PER_SHARE = 50
