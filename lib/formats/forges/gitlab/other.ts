import { at, textAt, timeAt } from '../../json-members.js'
import { byWhom, capital, type News, spaced, type Teller, words } from '../news.js'
import { projectUrl, whereOf, whoOf } from './bodies.js'

const NAMES = ['title', 'name', 'display_name', 'token_name', 'path', 'username']

/** An event without words of its own: its name, what it is about, and who did it. */
export function shownByName(event: string): Teller {
  return (body) => {
    const value = at(body, 'object_attributes')
    const action = spaced(textAt(value, 'action') || textAt(body, 'action'))
    const did = capital(words(spaced(event), action))
    const label = NAMES.map((name) => textAt(value, name)).find((text) => text.trim() !== '') ?? ''
    const url = textAt(value, 'url') || projectUrl(body)
    const after = byWhom(whoOf(body))
    const where = whereOf(body)
    const title: News['title'] =
      label === ''
        ? { where, label: did, url, after }
        : { where, before: `${did}:`, label, url, after }
    return { title, at: timeAt(value, 'updated_at') }
  }
}

export const flagSwitched: Teller = (body) => {
  const flag = at(body, 'object_attributes')
  const isOn = at(flag, 'active') === true
  return {
    title: {
      where: whereOf(body),
      before: words(whoOf(body) || 'Somebody', 'switched the feature flag'),
      label: textAt(flag, 'name') || 'without a name',
      url: projectUrl(body),
      after: isOn ? 'on' : 'off',
    },
  }
}

export const emojiGiven: Teller = (body) => ({
  title: {
    where: whereOf(body),
    before: words(whoOf(body), 'reacted with'),
    label: textAt(body, 'object_attributes', 'name') || 'an emoji',
    url: textAt(body, 'object_attributes', 'awarded_on_url') || projectUrl(body),
  },
})

/** Who is in a group or a project. */
const MEMBER = /^user_(?:add_to|remove_from|update_for|access_request)_/

const DONE: Readonly<Record<string, string>> = {
  create: 'created',
  destroy: 'deleted',
  rename: 'renamed',
  transfer: 'transferred',
  update: 'changed',
  add: 'added',
  remove: 'removed',
  team: 'project',
}

/** `project_destroy` as people write it; GitLab calls projects teams here. */
function systemWords(event: string): string {
  const all = event.split('_').map((word) => (Object.hasOwn(DONE, word) ? DONE[word] : word))
  return capital(all.join(' '))
}

/** A system hook: events of a whole instance, for its administrators. */
export function systemShown(event: string): Teller {
  return (body) => {
    const place =
      textAt(body, 'project_path_with_namespace') ||
      textAt(body, 'group_name') ||
      textAt(body, 'project_name') ||
      textAt(body, 'path_with_namespace')
    const user = textAt(body, 'user_name') || textAt(body, 'username')
    const isMember = MEMBER.test(event)
    const name = textAt(body, 'name') || textAt(body, 'full_path') || textAt(body, 'path')
    const label = isMember ? user : name || user || place
    const before = `${systemWords(event)}${label === '' ? '' : ':'}`
    const where = isMember ? place : ''
    const old = textAt(body, 'old_path_with_namespace') || textAt(body, 'old_full_path')
    return {
      title:
        label === ''
          ? { where, label: before }
          : { where, before, label, after: old === '' ? '' : `(was ${old})` },
      at: timeAt(body, 'updated_at') ?? timeAt(body, 'created_at'),
    }
  }
}
