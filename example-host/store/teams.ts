import type { ChatTeams } from './chat-store.js'
import { createId } from './ids.js'
import type { Writer } from './writer.js'

export function chatTeams({ model }: Writer): ChatTeams {
  const { teams } = model.tables
  return {
    list: () => [...teams.values()],
    byId: (id) => teams.get(id) ?? null,
    byName: (name) => [...teams.values()].find((team) => team.name === name) ?? null,
  }
}

/** The one team, of a new store. */
export async function createTeam({ commit, clock }: Writer): Promise<void> {
  const team = { id: createId(), name: 'main', displayName: 'Main', createAt: clock() }
  await commit({ put: { teams: [team] } })
}
