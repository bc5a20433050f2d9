import type { ChildProcess } from 'node:child_process'
import { z } from 'zod'
import type { DocumentCalls } from './stores-session.js'

const DOCUMENT = z.record(z.string(), z.unknown())
type Document = z.infer<typeof DOCUMENT>
/** A collection and an id. */
const NAME = z.tuple([z.string(), z.string()])
/** Null for none; its version counts its changes. */
const KEPT = z.object({ version: z.number(), document: DOCUMENT.nullable() })
type Kept = z.infer<typeof KEPT>

const REQUEST = z.discriminatedUnion('name', [
  z.object({ name: z.literal('get'), of: NAME }),
  z.object({ name: z.literal('list'), collection: z.string() }),
  z.object({
    name: z.literal('commit'),
    /** Nothing is written unless they have the versions that were read. */
    read: z.array(z.object({ of: NAME, version: z.number() })),
    written: z.array(z.object({ of: NAME, document: DOCUMENT.nullable() })),
  }),
])
type Request = z.infer<typeof REQUEST>
const CALL = z.object({ call: z.number(), request: REQUEST })
const ANSWER = z.object({ call: z.number(), answer: z.unknown() })

/** Documents in this process, which its children share. */
export class SharedDocuments {
  /** By collection and id, in the order in which they were first put. */
  readonly #collections = new Map<string, Map<string, Kept>>()

  /** Answers the calls of `remoteDocuments` in a child process. */
  serve(child: ChildProcess): void {
    child.on('message', (message) => {
      const { success, data } = CALL.safeParse(message)
      if (success) child.send({ call: data.call, answer: this.#answer(data.request) })
    })
  }

  #answer(request: Request): unknown {
    if (request.name === 'get') return this.#kept(...request.of)
    if (request.name === 'list') {
      const kept = [...this.#collection(request.collection).values()]
      return kept.flatMap(({ document }) => document ?? [])
    }
    const isAsRead = request.read.every(({ of, version }) => this.#kept(...of).version === version)
    if (!isAsRead) return false
    for (const { of, document } of request.written) {
      const version = this.#kept(...of).version + 1
      this.#collection(of[0]).set(of[1], { version, document })
    }
    return true
  }

  #kept(collection: string, id: string): Kept {
    return this.#collection(collection).get(id) ?? { version: 0, document: null }
  }

  #collection(name: string): Map<string, Kept> {
    const found = this.#collections.get(name) ?? new Map<string, Kept>()
    this.#collections.set(name, found)
    return found
  }
}

/** The documents of the parent process. */
export interface RemoteDocuments {
  get(collection: string, id: string): Promise<Document | undefined>
  list(collection: string): Promise<Document[]>
  /** Begins again if another process has changed what it has read. */
  transaction<Result>(work: (calls: DocumentCalls) => Promise<Result>): Promise<Result>
}

export function remoteDocuments(): RemoteDocuments {
  const ask = askParent()
  const kept = async (of: z.infer<typeof NAME>): Promise<Kept> =>
    KEPT.parse(await ask({ name: 'get', of }))
  const attempt = async <Result>(work: (calls: DocumentCalls) => Promise<Result>) => {
    const read = new Map<string, { of: z.infer<typeof NAME>; version: number }>()
    const written = new Map<string, { of: z.infer<typeof NAME>; document: Document | null }>()
    const write = (of: z.infer<typeof NAME>, document: Document | null): void => {
      written.set(of.join(' '), { of, document })
    }
    const result = work({
      get: async (...of) => {
        const own = written.get(of.join(' '))
        if (own) return own.document ?? undefined
        const { version, document } = await kept(of)
        read.set(of.join(' '), { of, version })
        return document ?? undefined
      },
      put: (collection, id, document) => {
        write([collection, id], structuredClone(document))
      },
      delete: (collection, id) => {
        write([collection, id], null)
      },
    })
    const hasFailed = await result.then(() => false).catch(() => true)
    const isDone = await ask({
      name: 'commit',
      read: [...read.values()],
      written: hasFailed ? [] : [...written.values()],
    })
    return isDone === true ? { result } : null
  }
  return {
    get: async (...of) => (await kept(of)).document ?? undefined,
    list: async (collection) => z.array(DOCUMENT).parse(await ask({ name: 'list', collection })),
    transaction: async (work) => {
      for (;;) {
        const done = await attempt(work)
        if (done) return done.result
      }
    },
  }
}

function askParent(): (request: Request) => Promise<unknown> {
  const waiting = new Map<number, (answer: unknown) => void>()
  let calls = 0
  process.on('message', (message) => {
    const { success, data } = ANSWER.safeParse(message)
    if (!success) return
    waiting.get(data.call)?.(data.answer)
    waiting.delete(data.call)
  })
  return (request) =>
    new Promise((resolve) => {
      const call = ++calls
      waiting.set(call, resolve)
      process.send?.({ call, request })
    })
}
