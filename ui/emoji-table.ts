/** Empty here. The bundler fills in the table in the format of emoji-lines.ts. */
export const EMOJI_TABLE: string = ''
