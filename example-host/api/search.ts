import type { Team } from '../store/index.js'
import { wantedIn } from '../store/search.js'
import {
  type Call,
  type Handlers,
  invalid,
  knownTeam,
  member,
  pageOfBody,
  refuseLonger,
  text,
} from './calls.js'
import { PostList } from './post-list.js'

const MAX_TERMS = 256

/** `/posts/search` and `/teams/{id}/posts/search`. */
export const searchHandlers = {
  searchPosts: (call) => search(call, call.store.teams),
  searchTeamPosts: (call) => search(call, [knownTeam(call)]),
} satisfies Partial<Handlers>

/** Newest first. */
async function search({ store, user, body }: Call, teams: readonly Team[]): Promise<PostList> {
  const { posts } = store
  const terms = text(body, 'terms')
  refuseLonger('terms', terms, MAX_TERMS)
  const isOr = member(body, 'is_or_search') ?? false
  if (typeof isOr !== 'boolean') throw invalid('is_or_search')
  const { page, perPage } = pageOfBody(body)
  const end = (page + 1) * perPage
  const found = await posts.search({
    userId: user.id,
    teamIds: teams.map(({ id }) => id),
    wanted: wantedIn(terms, isOr),
    // One more says whether there is another page.
    limit: end + 1,
  })
  return new PostList({
    posts: await posts.byIds(found.slice(page * perPage, end).map(({ id }) => id)),
    store: posts,
    isMore: () => found.length > end,
    // Only the reference's search servers know which words matched.
    beside: { matches: null },
  })
}
