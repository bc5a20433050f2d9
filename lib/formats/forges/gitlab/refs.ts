import { at, countAt, listAt, numberAt, textAt, timeAt } from '../../json-members.js'
import { entryOf } from '../../own-entry.js'
import { type Commit, isNoCommit, refOf, urlPath } from '../commits.js'
import { excerpt } from '../excerpt.js'
import { spaced, type Teller, words } from '../news.js'
import { pushNews } from '../pushes.js'
import { projectUrl, whereOf, whoOf } from './bodies.js'

/** Commits of a branch, or a tag. GitLab has no other event for new and deleted ones. */
export const pushed: Teller = (body) => {
  const ref = refOf(textAt(body, 'ref'))
  const before = textAt(body, 'before')
  const after = textAt(body, 'after')
  const isNew = isNoCommit(before)
  const isGone = isNoCommit(after)
  const url = projectUrl(body)
  const branch = urlPath(ref.name)
  const page = url === '' || isGone ? url : `${url}/-/tree/${branch}`
  const hasBoth = url !== '' && before !== '' && after !== '' && !isNew && !isGone
  return pushNews({
    where: whereOf(body),
    who: whoOf(body),
    ref,
    change: isGone ? 'deleted' : isNew ? 'created' : 'moved',
    commits: listAt(body, 'commits').map(commitOf).reverse(),
    total: numberAt(body, 'total_commits_count') ?? countAt(body, 'commits'),
    url: hasBoth
      ? `${url}/-/compare/${encodeURIComponent(before)}...${encodeURIComponent(after)}`
      : page,
    refUrl: page,
    at: listAt(body, 'commits').reduce<number | null>((last, commit) => {
      const time = timeAt(commit, 'timestamp')
      return time === null ? last : Math.max(last ?? 0, time)
    }, null),
  })
}

function commitOf(commit: unknown): Commit {
  return {
    id: textAt(commit, 'id'),
    message: textAt(commit, 'message') || textAt(commit, 'title'),
    url: textAt(commit, 'url'),
    author: textAt(commit, 'author', 'name'),
  }
}

const RELEASED: Readonly<Record<string, string>> = {
  create: 'published',
  update: 'changed',
  delete: 'deleted',
}

export const released: Teller = (body) => {
  const action = textAt(body, 'action')
  const did = entryOf(RELEASED, action)
  const tag = textAt(body, 'tag')
  const name = textAt(body, 'name')
  return {
    title: {
      where: whereOf(body),
      before: words('Release', did ?? 'published'),
      label: (name === '' || name === tag ? tag : words(tag, name)) || 'without a name',
      url: textAt(body, 'url') || projectUrl(body),
    },
    text: excerpt(textAt(body, 'description')),
    color: action === 'delete' ? 'neutral' : 'good',
    at: timeAt(body, 'released_at'),
    isSkipped: action === 'update',
  }
}

const WRITTEN: Readonly<Record<string, string>> = {
  create: 'created',
  update: 'changed',
  delete: 'deleted',
}

export const pageChanged: Teller = (body) => {
  const page = at(body, 'object_attributes')
  const action = textAt(page, 'action')
  const did = entryOf(WRITTEN, action)
  return {
    title: {
      where: whereOf(body),
      before: words(whoOf(body), did ?? (spaced(action) || 'changed'), 'the wiki page'),
      label: textAt(page, 'title') || 'without a title',
      url: textAt(page, 'url') || projectUrl(body),
    },
    text: excerpt(textAt(page, 'message')),
  }
}
