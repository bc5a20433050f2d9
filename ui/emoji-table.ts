/** Empty here: the scripts that bundle pages put the table in, as emoji-lines.ts writes it. */
export const EMOJI_TABLE: string = ''
