import { type Call, CHANNEL, PAGING, query } from './call.js'
import { body, list, refer, SOME_TEXT } from './schemas.js'

/** `/teams…`. */
export const TEAMS: readonly Call[] = [
  {
    id: 'listTeams',
    method: 'get',
    path: '/teams',
    summary: 'List the teams',
    parameters: PAGING,
    answer: list(refer('Team')),
  },
  {
    id: 'getTeamByName',
    method: 'get',
    path: '/teams/name/{name}',
    summary: 'Get a team by name',
    answer: refer('Team'),
    errors: ['not_found'],
  },
  {
    id: 'getTeam',
    method: 'get',
    path: '/teams/{team_id}',
    summary: 'Get a team',
    answer: refer('Team'),
    errors: ['not_found'],
  },
  {
    id: 'joinTeam',
    method: 'post',
    path: '/teams/{team_id}/members',
    summary: 'Add a user to a team: everybody is in every team',
    body: body({ user_id: SOME_TEXT }),
    status: 201,
    answer: refer('TeamMember'),
    errors: ['not_found', 'user_missing'],
  },
  {
    id: 'listPublicChannels',
    method: 'get',
    path: '/teams/{team_id}/channels',
    summary: 'List the public channels of a team',
    parameters: PAGING,
    answer: list(refer('Channel')),
    errors: ['not_found'],
  },
  {
    id: 'getChannelByName',
    method: 'get',
    path: '/teams/{team_id}/channels/name/{name}',
    summary: 'Get a channel by name',
    parameters: [query('include_deleted', '`true`: also if it is archived.')],
    answer: refer('Channel'),
    errors: CHANNEL,
  },
]
