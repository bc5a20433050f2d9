import { type Call, IDS } from './call.js'
import { body, list, refer, SOME_TEXT } from './schemas.js'

/** Roles and emoji. */
export const OTHERS: readonly Call[] = [
  {
    id: 'getRoles',
    method: 'post',
    path: '/roles/names',
    summary: 'Get roles by their names',
    body: IDS,
    answer: list(refer('Role')),
  },
  {
    id: 'listEmoji',
    method: 'get',
    path: '/emoji',
    summary: 'List custom emoji: there are none',
    answer: { ...list({}), maxItems: 0 },
  },
  {
    id: 'getEmojiByNames',
    method: 'post',
    path: '/emoji/names',
    summary: 'Get custom emoji by their names: there are none',
    body: IDS,
    answer: { ...list({}), maxItems: 0 },
  },
  {
    id: 'searchEmoji',
    method: 'post',
    path: '/emoji/search',
    summary: 'Search custom emoji: there are none',
    body: body({ term: SOME_TEXT }),
    answer: { ...list({}), maxItems: 0 },
  },
]
