import type { ChatTeams } from '../chat-store.js'
import { createId } from '../ids.js'
import type { Team } from '../memory/rows.js'
import type { Database } from './database.js'
import { numberIn, textIn } from './rows.js'

/** The one team, made by the first of the nodes that open the store. It never changes. */
export async function postgresTeams({ query, clock }: Database): Promise<ChatTeams> {
  const make = `INSERT INTO chat_teams (id, name, display_name, create_at)
    VALUES ($1, 'main', 'Main', $2) ON CONFLICT (name) DO NOTHING`
  await query(make, [createId(), clock()])
  const rows = await query('SELECT id, name, display_name, create_at FROM chat_teams')
  const teams = rows.map(toTeam)
  return {
    list: () => teams,
    byId: (id) => teams.find((team) => team.id === id) ?? null,
    byName: (name) => teams.find((team) => team.name === name) ?? null,
  }
}

function toTeam(row: object): Team {
  return {
    id: textIn(row, 'id'),
    name: textIn(row, 'name'),
    displayName: textIn(row, 'display_name'),
    createAt: numberIn(row, 'create_at'),
  }
}
