import type { Broken } from './broken.js'

const BY_ID = 'channels: are found by id'
const TYPE = 'channels: have a type by which public ones are known'
const ARCHIVED = 'channels: are found by id when archived, with a deleteAt'
const PRIVATE = 'channels: are found by id when private'
const PRIVATE_BY_NAME = 'channels: are found by name when private'
const BY_NAME = 'channels: are found by their exact name in their team'
const NOTHING = 'channels: are not found by text that is not an id or name, without failing'
const OPEN = 'channels: accept posts from webhooks of every user if they are public'
const CLOSED = 'channels: accept posts only from webhooks of members if they are private'
const ADMINS = 'channels: accept posts from webhooks of administrators if they are private'
const LISTED = 'channels: are listed for every user if they are public'
const LISTED_CLOSED = 'channels: are listed only for members if they are private'
const LISTED_ARCHIVED = 'channels: are not listed if they are archived'
const SEARCHED = 'channels: are listed by part of their name or display name, ignoring case'
const LIMITED = 'channels: are listed up to the limit'

export const BROKEN_CHANNELS: readonly Broken[] = [
  {
    what: 'channels are found by name only',
    fails: [BY_ID, TYPE, ARCHIVED, PRIVATE],
    breakAdapters: ({ channels }) => ({
      channels: {
        ...channels,
        findById: async (id) => {
          const channel = await channels.findById(id)
          return channel?.type === 'direct' ? channel : null
        },
      },
    }),
  },
  {
    what: 'private channels have no name',
    fails: [PRIVATE_BY_NAME],
    breakAdapters: ({ channels }) => ({
      channels: {
        ...channels,
        findByName: async (...named) => {
          const channel = await channels.findByName(...named)
          return channel?.type === 'private' ? null : channel
        },
      },
    }),
  },
  {
    what: 'channels are listed for their members only',
    fails: [LISTED],
    breakAdapters: ({ host, channels }) => ({
      channels: {
        ...channels,
        listFor: async (user, options) =>
          (await channels.listFor(user, options)).filter(
            ({ id }) => host.members.get(id)?.has(user.id) === true,
          ),
      },
    }),
  },
  {
    what: 'archived channels are hidden',
    fails: [ARCHIVED],
    breakAdapters: ({ channels }) => ({
      channels: {
        ...channels,
        findById: async (id) => {
          const channel = await channels.findById(id)
          return channel?.deleteAt === 0 ? channel : null
        },
      },
    }),
  },
  {
    what: 'names are compared in any case',
    fails: [BY_NAME],
    breakAdapters: ({ channels }) => ({
      channels: {
        ...channels,
        findByName: (name, ...of) => channels.findByName(name.toLowerCase(), ...of),
      },
    }),
  },
  {
    what: 'the team is not looked at',
    fails: [BY_NAME],
    breakAdapters: ({ channels }) => ({
      channels: {
        ...channels,
        findByName: (name, _teamId, ownerId) => channels.findByName(name, 'main', ownerId),
      },
    }),
  },
  {
    what: 'a channel that is not there is a failure',
    fails: [NOTHING],
    breakAdapters: ({ channels }) => ({
      channels: {
        ...channels,
        findById: async (id) => {
          const channel = await channels.findById(id)
          if (!channel) throw new Error('not found')
          return channel
        },
      },
    }),
  },
  {
    what: 'private channels take posts of all',
    fails: [CLOSED],
    breakAdapters: ({ channels }) => ({
      channels: {
        ...channels,
        canPost: (user, channel) => channel.type === 'private' || channels.canPost(user, channel),
      },
    }),
  },
  {
    what: 'public channels take posts of members only',
    fails: [OPEN],
    breakAdapters: ({ host, channels }) => ({
      channels: {
        ...channels,
        canPost: (user, channel) =>
          channel.type === 'public'
            ? host.members.get(channel.id)?.has(user.id) === true
            : channels.canPost(user, channel),
      },
    }),
  },
  {
    what: 'administrators are like all others',
    fails: [ADMINS],
    breakAdapters: ({ channels }) => ({
      channels: {
        ...channels,
        canPost: (user, channel) => channels.canPost({ ...user, admin: false }, channel),
      },
    }),
  },
  {
    what: 'archived channels are listed',
    fails: [LISTED_ARCHIVED],
    breakAdapters: ({ host, channels }) => ({
      channels: {
        ...channels,
        listFor: async (user, options) => [
          ...(await channels.listFor(user, options)),
          ...[...host.channels.values()].filter(({ deleteAt }) => deleteAt),
        ],
      },
    }),
  },
  {
    what: 'private channels of others are listed',
    fails: [LISTED_CLOSED],
    breakAdapters: ({ host, channels }) => ({
      channels: {
        ...channels,
        listFor: async (user, options) => {
          const listed = await channels.listFor(user, options)
          const hidden = [...host.channels.values()].filter(({ type }) => type === 'private')
          return [...new Map([...listed, ...hidden].map((each) => [each.id, each])).values()]
        },
      },
    }),
  },
  {
    what: 'a search knows wildcards',
    fails: [SEARCHED],
    breakAdapters: ({ channels }) => ({
      channels: {
        ...channels,
        listFor: (user, { query, limit }) =>
          channels.listFor(user, { query: query.replace(/[%_].*/, ''), limit }),
      },
    }),
  },
  {
    what: 'a search in display names knows only lower-case ones',
    fails: [SEARCHED],
    breakAdapters: ({ channels }) => ({
      channels: {
        ...channels,
        listFor: async (user, options) =>
          (await channels.listFor(user, options)).filter(({ name, displayName }) =>
            [name, displayName].some((each) => each.includes(options.query.toLowerCase())),
          ),
      },
    }),
  },
  {
    what: 'the limit of a list is not looked at',
    fails: [LIMITED],
    breakAdapters: ({ channels }) => ({
      channels: {
        ...channels,
        listFor: (user, { query }) => channels.listFor(user, { query, limit: 99 }),
      },
    }),
  },
  {
    what: 'channels are live references',
    fails: ['channels: are copies: changing a result does not change what is stored'],
    breakAdapters: ({ host, channels }) => ({
      channels: {
        ...channels,
        findByName: async (...named) => {
          const channel = await channels.findByName(...named)
          return channel && (host.channels.get(channel.id) ?? null)
        },
      },
    }),
  },
]
