import type { Format } from '../../format.js'
import { type Forge, forge } from '../forge.js'
import { LIKE_GITHUB } from '../github/index.js'
import { GITEA_EVENTS, GOGS_EVENTS } from './events.js'

const GITEA: Forge = {
  ...LIKE_GITHUB,
  tellers: GITEA_EVENTS,
  name: 'gitea',
  title: 'Gitea and Forgejo',
  aliases: ['forgejo', 'gogs'],
  eventHeaders: ['x-forgejo-event', 'x-gitea-event', 'x-gogs-event'],
  deliveryHeaders: ['x-forgejo-delivery', 'x-gitea-delivery', 'x-gogs-delivery'],
}

const ours = forge(GITEA)
const gogs = forge({ ...GITEA, tellers: GOGS_EVENTS })

/** Gitea, Forgejo and Gogs, whose events are much like those of GitHub. */
export const gitea: Format = {
  ...ours,
  read: (request) => {
    const { 'x-gogs-event': ofGogs, 'x-gitea-event': ofGitea } = request.headers
    const isGogs = ofGogs !== undefined && ofGitea === undefined
    return (isGogs ? gogs : ours).read(request)
  },
}
