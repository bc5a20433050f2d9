import { at, countAt, listAt, numberAt, textAt, timeAt } from '../../json-members.js'
import { type Commit, isNoCommit, type Ref, refOf, shortId, urlPath } from '../commits.js'
import { excerpt } from '../excerpt.js'
import { inFile, type News, type Teller, words } from '../news.js'
import { type Push, pushNews } from '../pushes.js'
import { personOf, repositoryUrl, whereOf, whoOf } from './bodies.js'

/** What is shown of branches and tags. */
interface RefTellers {
  readonly push: Teller
  readonly create: Teller
  readonly delete: Teller
}

/** Hosts differ in the path of a branch or a tag below that of the repository. */
export function refTellers(folderOf: (kind: string) => string): RefTellers {
  const pageOf: PageOf = (body, { kind, name }) => {
    const url = repositoryUrl(body)
    return url === '' || name === '' ? url : `${url}/${folderOf(kind)}/${urlPath(name)}`
  }
  return {
    push: (body) => pushed(body, pageOf),
    create: (body) => refNews(body, 'created', pageOf),
    delete: (body) => refNews(body, 'deleted', pageOf),
  }
}

/** The page of a branch or a tag; that of the repository where there is none. */
type PageOf = (body: unknown, ref: Pick<Ref, 'name'> & { readonly kind: string }) => string

/** Commits that were pushed; a new or deleted branch without any is shown by `create` and `delete`. */
function pushed(body: unknown, pageOf: PageOf): News {
  const ref = refOf(textAt(body, 'ref'))
  const commits = listAt(body, 'commits').map(commitOf)
  const change = changeOf(body)
  const push: Push = {
    where: whereOf(body),
    who: whoOf(body),
    ref,
    change,
    commits,
    total: numberAt(body, 'total_commits') ?? countAt(body, 'commits'),
    url: textAt(body, 'compare') || textAt(body, 'compare_url'),
    refUrl: change === 'deleted' ? repositoryUrl(body) : pageOf(body, ref),
    at: timeAt(body, 'head_commit', 'timestamp'),
  }
  const isShownTwice = change === 'deleted' || (change === 'created' && commits.length === 0)
  return { ...pushNews(push), isSkipped: isShownTwice || ref.kind === 'tag' }
}

function changeOf(body: unknown): Push['change'] {
  if (at(body, 'deleted') === true || isNoCommit(textAt(body, 'after'))) return 'deleted'
  if (at(body, 'created') === true || isNoCommit(textAt(body, 'before'))) return 'created'
  return at(body, 'forced') === true ? 'forced' : 'moved'
}

function commitOf(commit: unknown): Commit {
  return {
    id: textAt(commit, 'id') || textAt(commit, 'sha'),
    message: textAt(commit, 'message'),
    url: textAt(commit, 'url'),
    author: textAt(commit, 'author', 'username') || textAt(commit, 'author', 'name'),
  }
}

function refNews(body: unknown, did: 'created' | 'deleted', pageOf: PageOf): News {
  const { kind, name } = refOf(textAt(body, 'ref'))
  const type = textAt(body, 'ref_type') || kind
  const url = did === 'created' ? pageOf(body, { kind: type, name }) : repositoryUrl(body)
  return {
    title: {
      where: whereOf(body),
      before: words(whoOf(body) || 'Somebody', did, 'the', type),
      label: name || type,
      url,
    },
  }
}

export const forked: Teller = (body) => ({
  title: {
    where: whereOf(body),
    before: words(whoOf(body) || 'Somebody', 'forked it to'),
    label: textAt(body, 'forkee', 'full_name') || 'a repository',
    url: textAt(body, 'forkee', 'html_url'),
  },
})

/** A release. Its tag says more than its name, which is often the same. */
export const released =
  (did: string): Teller =>
  (body) => {
    const tag = textAt(body, 'release', 'tag_name')
    const name = textAt(body, 'release', 'name')
    const author = personOf(body, 'release', 'author')
    const isSame = name === '' || name === tag
    const isEarly = at(body, 'release', 'prerelease') === true
    return {
      title: {
        where: whereOf(body),
        before: words(
          whoOf(body) || author || 'Somebody',
          did,
          isEarly ? 'pre-release' : 'release',
        ),
        label: (isSame ? tag : words(tag, name)) || 'without a name',
        url: textAt(body, 'release', 'html_url') || repositoryUrl(body),
      },
      text: excerpt(textAt(body, 'release', 'body')),
      color: 'good',
      at: timeAt(body, 'release', 'published_at'),
    }
  }

export const commitCommented: Teller = (body) => {
  const id = textAt(body, 'comment', 'commit_id')
  return {
    title: {
      where: whereOf(body),
      before: words(whoOf(body), 'commented on commit'),
      label: shortId(id) || 'without an id',
      url: textAt(body, 'comment', 'html_url') || repositoryUrl(body),
    },
    text: excerpt(textAt(body, 'comment', 'body')),
    facts: [inFile(textAt(body, 'comment', 'path'))],
    at: timeAt(body, 'comment', 'created_at'),
  }
}

/** Pages of a wiki: GitHub sends several at once. */
export const wikiChanged: Teller = (body) => {
  const pages = listAt(body, 'pages')
  const [first] = pages
  const more = pages.length > 1 ? `and ${pages.length - 1} more` : ''
  return {
    title: {
      where: whereOf(body),
      before: words(whoOf(body), textAt(first, 'action') || 'changed', 'the wiki page'),
      label: textAt(first, 'title') || textAt(first, 'page_name') || 'without a title',
      url: textAt(first, 'html_url') || repositoryUrl(body),
      after: more,
    },
    text: excerpt(textAt(first, 'summary')),
  }
}

export const memberAdded: Teller = (body) => {
  const who = whoOf(body)
  const member = personOf(body, 'member') || 'somebody'
  const isOneself = who === '' || who === member
  return {
    title: {
      where: whereOf(body),
      before: isOneself ? '' : words(who, 'added'),
      label: member,
      url: textAt(body, 'member', 'html_url'),
      after: isOneself ? 'joined the repository' : 'to the repository',
    },
  }
}

export const madePublic: Teller = (body) => ({
  title: {
    where: whereOf(body),
    before: words(whoOf(body) || 'Somebody', 'made'),
    label: whereOf(body) || 'a repository',
    url: repositoryUrl(body),
    after: 'public',
  },
})
