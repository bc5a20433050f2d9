/** Empty here. The bundler fills in the table in the format of name-lines.ts. */
export const ENTITY_TABLE: string = ''
