import { type Call, CHANNEL, OK, PAGING, query, READING } from './call.js'
import { body, type JsonSchema, OPTIONAL_TEXT, refer, SOME_TEXT } from './schemas.js'

/** `/posts…`, and the posts of a channel. */
export const POSTS: readonly Call[] = [
  {
    id: 'createPost',
    method: 'post',
    path: '/posts',
    summary: 'Write a post',
    body: body({ channel_id: SOME_TEXT, message: SOME_TEXT }, { root_id: OPTIONAL_TEXT }),
    status: 201,
    answer: refer('Post'),
    errors: ['invalid_param', ...CHANNEL],
  },
  {
    id: 'getPost',
    method: 'get',
    path: '/posts/{post_id}',
    summary: 'Get a post',
    answer: refer('Post'),
    errors: ['not_found'],
  },
  {
    id: 'editPost',
    method: 'put',
    path: '/posts/{post_id}/patch',
    summary: 'Edit a post',
    body: body({ message: SOME_TEXT }),
    answer: refer('Post'),
    errors: ['not_found', ...CHANNEL],
  },
  {
    id: 'removePost',
    method: 'delete',
    path: '/posts/{post_id}',
    summary: 'Delete a post',
    answer: OK,
    errors: [...READING, 'not_found', ...CHANNEL],
  },
  {
    id: 'listPosts',
    method: 'get',
    path: '/channels/{channel_id}/posts',
    summary: 'List the posts of a channel, newest first',
    parameters: [
      ...PAGING,
      query('before', 'Only those older than this post.'),
      query('after', 'Only those newer than this post.'),
      query('since', 'Only those changed since then, in milliseconds since 1970.', {
        type: 'string',
        pattern: '^\\d{0,15}$',
      }),
    ],
    answer: refer('PostList'),
    errors: ['invalid_param', ...CHANNEL],
  },
  {
    id: 'getThread',
    method: 'get',
    path: '/posts/{post_id}/thread',
    summary: 'Get the posts of a thread',
    parameters: [query('before', 'Only those older than this post.')],
    answer: refer('PostList'),
    errors: ['not_found'],
  },
  {
    id: 'searchPosts',
    method: 'post',
    path: '/posts/search',
    summary: 'Search the latest posts',
    body: searchBody(),
    answer: refer('PostList'),
  },
  {
    id: 'searchTeamPosts',
    method: 'post',
    path: '/teams/{team_id}/posts/search',
    summary: 'Search the latest posts of a team',
    body: searchBody(),
    answer: refer('PostList'),
    errors: ['not_found'],
  },
]

function searchBody(): JsonSchema {
  return body(
    { terms: SOME_TEXT },
    { is_or_search: { type: ['boolean', 'null'] }, page: {}, per_page: {} },
  )
}
