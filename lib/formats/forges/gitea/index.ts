import { forge } from '../kit.js'
import { LIKE_GITHUB } from '../github/index.js'
import { GITEA_EVENTS, GOGS_EVENTS } from './events.js'

/** Gitea, Forgejo and Gogs, whose events are much like those of GitHub. */
export const gitea = forge({
  ...LIKE_GITHUB,
  name: 'gitea',
  title: 'Gitea and Forgejo',
  aliases: ['forgejo', 'gogs'],
  eventHeaders: ['x-forgejo-event', 'x-gitea-event', 'x-gogs-event'],
  deliveryHeaders: ['x-forgejo-delivery', 'x-gitea-delivery', 'x-gogs-delivery'],
  tellers: ({ headers: { 'x-gogs-event': ofGogs, 'x-gitea-event': ofGitea } }) =>
    ofGogs !== undefined && ofGitea === undefined ? GOGS_EVENTS : GITEA_EVENTS,
})
