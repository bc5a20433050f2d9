import type { HookChannel } from 'express-incoming-webhooks'
import type { Broken } from './broken.js'

const DIRECT =
  'channels: of two users are created on demand and found in either order, if direct is guaranteed'
const DIRECT_ONE =
  'channels: of two users are created only once, even by concurrent calls, if direct is guaranteed'
const DIRECT_SELF =
  'channels: of two users can also be created for one user with themselves, and differ from those of other pairs, if direct is guaranteed'
const DIRECT_OWN =
  'channels: of two users do not accept posts that other users address to the id of the channel, if direct is guaranteed'

export const BROKEN_DIRECT_CHANNELS: readonly Broken[] = [
  {
    what: 'the order of two people matters',
    fails: [DIRECT, DIRECT_ONE],
    breakAdapters: ({ host, channels }) => {
      const made = new Map<string, string>()
      return {
        channels: {
          ...channels,
          findDirect: (a, b) => copied(host.channels.get(made.get(`${a} ${b}`) ?? '')),
          createDirect: async (a, b) => {
            const earlier = host.channels.get(made.get(`${a} ${b}`) ?? '')
            if (earlier) return { ...earlier }
            const channel = await channels.createDirect(`${a} then ${b}`, '', '')
            host.members.set(channel.id, new Set([a, b]))
            made.set(`${a} ${b}`, channel.id)
            return channel
          },
        },
      }
    },
  },
  {
    what: 'two who ask at once make two channels',
    fails: [DIRECT_ONE],
    breakAdapters: ({ host, channels }) => ({
      channels: {
        ...channels,
        createDirect: async (a, b) => {
          const earlier = await channels.findDirect(a, b)
          await new Promise((resolve) => setTimeout(resolve, 1))
          if (earlier) return earlier
          const id = `direct${host.channels.size}`
          const name = [a, b].sort().join('__')
          const channel = {
            id,
            teamId: '',
            type: 'direct',
            name,
            displayName: '',
            deleteAt: 0,
          } as const
          host.channels.set(id, channel)
          host.members.set(id, new Set([a, b]))
          return { ...channel }
        },
      },
    }),
  },
  {
    what: 'nobody writes to themselves',
    fails: [DIRECT_SELF],
    breakAdapters: ({ channels }) => ({
      channels: {
        ...channels,
        createDirect: (a, b) => {
          if (a === b) throw new Error('a channel needs two people')
          return channels.createDirect(a, b, '')
        },
      },
    }),
  },
  {
    what: 'direct channels take posts of all',
    fails: [DIRECT_OWN],
    breakAdapters: ({ channels }) => ({
      channels: {
        ...channels,
        canPost: (user, channel) => channel.type === 'direct' || channels.canPost(user, channel),
      },
    }),
  },
  {
    what: 'direct channels are found by name',
    fails: ['channels: of two users are not found by name, if direct is guaranteed'],
    breakAdapters: ({ host, channels }) => ({
      channels: {
        ...channels,
        findByName: async (name, ...of) =>
          (await channels.findByName(name, ...of)) ??
          copied(
            [...host.channels.values()].find(
              (each) => each.name === name && each.type === 'direct',
            ),
          ),
      },
    }),
  },
  {
    what: 'direct channels are live references',
    fails: [
      'channels: of two users are copies: changing a result does not change what is stored, if direct is guaranteed',
    ],
    breakAdapters: ({ host, channels }) => ({
      channels: {
        ...channels,
        createDirect: async (a, b) => {
          const channel = await channels.createDirect(a, b, '')
          return host.channels.get(channel.id) ?? channel
        },
      },
    }),
  },
]

function copied(channel: HookChannel | undefined): HookChannel | null {
  return channel ? { ...channel } : null
}
