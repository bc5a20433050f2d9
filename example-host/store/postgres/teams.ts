import { createId } from '../ids.js'
import type { Team } from '../memory/rows.js'
import type { Database } from './database.js'
import { numberIn, textIn } from './rows.js'

/** The one team, made by the first of the nodes that open the store. It never changes. */
export async function postgresTeams({ query, clock }: Database): Promise<readonly Team[]> {
  const make = `INSERT INTO chat_teams (id, name, display_name, create_at)
    VALUES ($1, 'main', 'Main', $2) ON CONFLICT (name) DO NOTHING`
  await query(make, [createId(), clock()])
  const rows = await query('SELECT id, name, display_name, create_at FROM chat_teams')
  return rows.map(toTeam)
}

function toTeam(row: object): Team {
  return {
    id: textIn(row, 'id'),
    name: textIn(row, 'name'),
    displayName: textIn(row, 'display_name'),
    createAt: numberIn(row, 'create_at'),
  }
}
