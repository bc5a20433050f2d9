import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConformanceSession } from 'express-incoming-webhooks/conformance'
import { WebSocket } from 'ws'
import {
  type HostOptions,
  listen,
  makeWebhook,
  type MountedHost,
  PEOPLE,
  type ShownMessage,
  stop,
} from '../mounted-host.js'
import { type Guarantees, journalAdapters } from './adapters.js'
import { mountJournal } from './app.js'
import { openJournal } from './chat.js'
import {
  type Document,
  type DocumentStore,
  openDocumentStore,
} from '../../../docs/examples/adapters/document-log.js'
import { present } from '../../support/present.js'

export async function openJournalSession(): Promise<ConformanceSession<Guarantees>> {
  const { store: onDisk, remove } = await openFolder()
  const { store, refuse } = refusing(onDisk)
  const { addPerson, addChannel, messagesOf, close } = openJournal(store)
  const adapters = journalAdapters(store)
  return {
    adapters,
    seedUser: async ({ username, email, active }) => {
      // People write their names as they like.
      const name = username.slice(0, 1).toUpperCase() + username.slice(1)
      const [user] = await adapters.users.findByIds([
        await addPerson({ name, mail: email, closed: !active }),
      ])
      return present(user)
    },
    seedChannel: async ({ name, displayName, archived }) => {
      const id = await addChannel({ name, title: displayName, archived })
      return present(await adapters.channels.findById(id))
    },
    // Everyone is in every channel.
    addMember: () => undefined,
    readPosts: async (channelId) => {
      const ids = messagesOf(channelId).map(({ id }) => String(id))
      const posts = await Promise.all(ids.map(async (id) => adapters.posts.findById(id)))
      return posts.filter((post) => post !== null)
    },
    failWrites: refuse,
    close: async () => {
      await close()
      await remove()
    },
  }
}

/** The same store, which refuses messages of a text from some time on. */
function refusing(store: DocumentStore): {
  readonly store: DocumentStore
  readonly refuse: (text: string) => void
} {
  let refused: string | null = null
  return {
    store: {
      ...store,
      transaction: (work) =>
        store.transaction((calls) =>
          work({
            ...calls,
            put: (name, id, document) => {
              if (document['text'] === refused) throw new Error(`${name} refuses this document`)
              calls.put(name, id, document)
            },
          }),
        ),
    },
    refuse: (text) => {
      refused = text
    },
  }
}

async function openFolder(): Promise<{ store: DocumentStore; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'journal-'))
  return {
    store: await openDocumentStore(join(folder, 'documents.log')),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

export async function visitJournal(
  channels: readonly string[],
  options: HostOptions,
): Promise<MountedHost> {
  const { store, remove } = await openFolder()
  const { journal, adapters } = mountJournal(store, options)
  const people = new Map<string, string>()
  for (const name of PEOPLE) {
    people.set(name, await journal.addPerson({ name, mail: `${name}@x`, closed: false }))
  }
  const ids = new Map<string, string>()
  for (const name of channels) {
    ids.set(name, await journal.addChannel({ name, title: name, archived: false }))
  }
  await adapters.settings.update({ enablePostUsernameOverride: true, enablePostIconOverride: true })
  const { server, url } = await listen(journal.app)
  journal.listen(server)
  const token = await journal.signIn(people.get('alice') ?? '')
  const signedIn = { 'X-Journal-Token': token }
  const hookPath = await makeWebhook(url, signedIn, ids.get('alerts') ?? '')
  const arrived: ShownMessage[] = []
  const client = new WebSocket(`${url.replace('http', 'ws')}/?token=${token}`)
  await once(client, 'message')
  client.on('message', (data: Buffer) => {
    arrived.push(JSON.parse(data.toString()) as ShownMessage)
  })
  return {
    url,
    hookPath,
    hasDirectChannels: true,
    arrived,
    history: async (channel) => {
      const answer = await fetch(`${url}/channels/${channel}`, { headers: signedIn })
      return ((await answer.json()) as readonly Document[]).map(({ id, text }) => {
        return { id: String(id), channel, text: String(text) }
      })
    },
    close: async () => {
      client.terminate()
      await stop(server)
      await journal.close()
      await remove()
    },
  }
}
