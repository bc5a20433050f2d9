/** Levels of lists and quotes within each other. The parser leaves deeper ones out. */
export const MAX_NESTING = 60
