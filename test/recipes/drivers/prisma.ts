import { load, versionOf } from './load.js'

interface Client {
  $queryRawUnsafe<Rows>(text: string, ...values: unknown[]): Promise<Rows>
  $transaction<Result>(work: (tx: Client) => Promise<Result>): Promise<Result>
  $disconnect(): Promise<void>
}

interface Runtime {
  readonly getPrismaClient: (
    config: object,
  ) => new (options: { readonly adapter: object }) => Client
}

interface Adapter {
  readonly PrismaPg: new (options: object) => object
}

/** Node has it, its types of this version do not. */
const { Module } = Reflect.get(globalThis, 'WebAssembly') as {
  readonly Module: new (bytes: Uint8Array) => object
}
const COMPILER = '@prisma/client/runtime/query_compiler_fast_bg.postgresql'

/** What `prisma generate` writes for a schema without models, which would download a program. */
export function openPrisma(options: object): Client {
  const { getPrismaClient } = load('@prisma/client/runtime/client') as Runtime
  const { PrismaPg } = load('@prisma/adapter-pg') as Adapter
  const version = versionOf('@prisma/client')
  const PrismaClient = getPrismaClient({
    previewFeatures: [],
    clientVersion: version,
    engineVersion: version,
    activeProvider: 'postgresql',
    inlineSchema: 'datasource db {\n  provider = "postgresql"\n}\n',
    runtimeDataModel: { models: {}, enums: {}, types: {} },
    // A graph without nodes.
    parameterizationSchema: { strings: [], graph: Buffer.alloc(12).toString('base64') },
    compilerWasm: {
      getRuntime: async () => load(`${COMPILER}.js`),
      getQueryCompilerWasmModule: async () => {
        const { wasm } = load(`${COMPILER}.wasm-base64.js`) as { readonly wasm: string }
        return new Module(Buffer.from(wasm, 'base64'))
      },
      importName: './query_compiler_fast_bg.js',
    },
  })
  return new PrismaClient({ adapter: new PrismaPg(options) })
}
