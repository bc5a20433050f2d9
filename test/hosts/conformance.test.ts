import { describeAdapters } from 'express-incoming-webhooks/conformance'
import { ALL } from '../support/all.js'
import { useTables } from '../support/postgres.js'
import { openJournalSession } from './journal/under-test.js'
import { openLoungeSession } from './lounge/under-test.js'
import { openStudioSession, STUDIO_TABLES } from './studio/under-test.js'

describeAdapters('a chat on documents', openJournalSession, { without: ['private', 'adminFlag'] })

// Their stores are those of other tests on SQLite and PostgreSQL, and real programs post to them too.
if (ALL) {
  describeAdapters('a chat with integer ids and one list of rooms', openLoungeSession, {
    without: ['private', 'archived', 'deactivated', 'adminFlag'],
  })

  describe('PostgreSQL', () => {
    const emptied = useTables(({ pool }) => pool.query(STUDIO_TABLES))
    describeAdapters(
      'a chat with UUIDs and workspaces',
      async () => openStudioSession((await emptied()).pool),
      { without: ['deactivated'] },
    )
  })
}
