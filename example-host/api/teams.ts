import { found, knownTeam, knownUser, NO_TEAM, readable } from './access.js'
import { type Handlers, pageOf, pathPart, queryText, text } from './calls.js'
import { channelView, teamMemberView, teamView } from './views.js'

/** `/teams…`: every user is in every team. */
export const teamHandlers = {
  listTeams: (call) => {
    const { page, perPage } = pageOf(call)
    return call.store.teams.slice(page * perPage, (page + 1) * perPage).map(teamView)
  },
  getTeamByName: (call) => {
    const team = call.store.teams.find(({ name }) => name === pathPart(call, 'name'))
    return teamView(found(team ?? null, ...NO_TEAM))
  },
  getTeam: (call) => teamView(knownTeam(call)),
  joinTeam: async (call) => {
    const team = knownTeam(call)
    return teamMemberView(team, await knownUser(call, text(call.body, 'user_id')))
  },
  listPublicChannels: async (call) => {
    const { id } = knownTeam(call)
    return (await call.store.channels.listPublic(id, pageOf(call))).map(channelView)
  },
  getChannelByName: async (call) => {
    const { channels } = call.store
    const channel = await channels.byName(pathPart(call, 'name'), pathPart(call, 'team_id'))
    const isWanted = channel?.deleteAt === 0 || queryText(call, 'include_deleted') === 'true'
    return channelView(await readable(call, isWanted ? channel : null))
  },
} satisfies Partial<Handlers>
