import type { CheckedManagement } from '../adapters/checked.js'
import type { Guarantee, UsersAdapter } from '../adapters/types.js'
import { AdapterResults } from '../host/adapter-results.js'
import { HostAdapters } from '../host/host-adapters.js'
import { messageOf, type TellMistake } from '../host/host-mistakes.js'
import { readPost } from '../host/read-records.js'
import { listOf } from '../host/readers.js'
import type { Post } from '../model/records.js'
import type {
  AdaptersUnderTest,
  CheckedSession,
  ConformanceSession,
  HostFeature,
  SeedChannel,
} from './session.js'

/**
 * Puts the library's own checks in front of the adapters, and of the functions of the session. What it
 * would log fails the test.
 */
export function checkedSession<G extends Guarantee>(
  session: ConformanceSession<G>,
  without: readonly HostFeature[],
): CheckedSession {
  const results = new AdapterResults(failTest)
  const typeOf = ({ type }: SeedChannel): SeedChannel['type'] =>
    without.includes('public') ? 'private' : type
  // Named one by one, because a spread loses the methods of a class.
  return {
    adapters: checkedAdapters(session.adapters),
    seedUser: async (user) => results.read('seedUser', await session.seedUser(user), results.user),
    seedChannel: async (channel) => {
      const seeded = await session.seedChannel({ ...channel, type: typeOf(channel) })
      return results.read('seedChannel', seeded, results.channel)
    },
    addMember: (channelId, userId) => session.addMember(channelId, userId),
    readPosts: async (channelId) =>
      results.read('readPosts', await session.readPosts(channelId), listOf(readWholePost)),
    ...(session.failWrites
      ? {
          failWrites: async (message) => {
            await session.failWrites?.(message)
          },
        }
      : {}),
  }
}

/** Posts that are looked up by the ids of messages are null where only the message was stored. */
function readWholePost(value: unknown): Post {
  if (value === null || value === undefined) {
    throw new TypeError(
      `readPosts returned ${String(value)} for a post: a message was stored, but not its post`,
    )
  }
  return readPost(value)
}

function checkedAdapters<G extends Guarantee>(
  adapters: AdaptersUnderTest<G>,
): CheckedSession['adapters'] {
  const calls = new HostAdapters(0, failTest)
  const managed: CheckedManagement = calls.management(adapters)
  const { users, sessions } = adapters
  return {
    ...managed,
    ...(signsIn(users) ? { users: { ...managed.users, ...calls.signInUsers(users) } } : {}),
    ...(sessions ? { sessions: calls.sessions(sessions) } : {}),
  }
}

function signsIn(users: AdaptersUnderTest['users']): users is UsersAdapter {
  return users.findCredentials !== undefined
}

const failTest: TellMistake = (code, fields = {}) => {
  throw new TypeError(`${code} ${JSON.stringify(fields)}: ${messageOf(code)}`)
}
