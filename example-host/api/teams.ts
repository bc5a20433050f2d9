import { Router } from 'express'
import { WebhookError } from 'express-incoming-webhooks'
import type { ChatStore } from '../store/index.js'
import { canRead, knownTeam, knownUser } from './access.js'
import { type MakeCall, paged, pageOf, pathPart, queryText, text } from './calls.js'
import { channelView, teamMemberView, teamView } from './views.js'

/** `/teams…`: every user is in every team. */
export function teamRoutes(store: ChatStore, call: MakeCall): Router {
  const router = Router()
  router.get(
    '/',
    call(async ({ req }) => paged(store.teams, req).map(teamView)),
  )
  router.get(
    '/name/:name',
    call(async ({ req }) => {
      const name = pathPart(req, 'name')
      const team = store.teams.find((each) => each.name === name)
      if (!team) throw new WebhookError('not_found', { detail: 'no such team' })
      return teamView(team)
    }),
  )
  router.get(
    '/:team_id',
    call(async ({ req }) => teamView(knownTeam(store, pathPart(req, 'team_id')))),
  )
  router.post(
    '/:team_id/members',
    call(async ({ req, body }) => {
      const team = knownTeam(store, pathPart(req, 'team_id'))
      return teamMemberView(team, await knownUser(store, text(body, 'user_id')))
    }, 201),
  )
  router.get(
    '/:team_id/channels',
    call(async ({ req }) => {
      const team = knownTeam(store, pathPart(req, 'team_id'))
      return (await store.channels.listPublic(team.id, pageOf(req))).map(channelView)
    }),
  )
  router.get(
    '/:team_id/channels/name/:name',
    call(async ({ req, user }) => {
      const channel = await store.channels.byName(pathPart(req, 'name'), pathPart(req, 'team_id'))
      const isWanted = channel?.deleteAt === 0 || queryText(req, 'include_deleted') === 'true'
      if (!channel || !isWanted || !(await canRead(store, user, channel))) {
        throw new WebhookError('channel_missing')
      }
      return channelView(channel)
    }),
  )
  return router
}
