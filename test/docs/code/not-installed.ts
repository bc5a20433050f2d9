/** Declarations of packages that documents import, and that are not installed here. */
export const NOT_INSTALLED = `
declare module 'next' {
  export default function next(options: { readonly dev: boolean }): {
    prepare(): Promise<void>
    getRequestHandler(): (req: import('http').IncomingMessage, res: import('http').ServerResponse) => Promise<void>
  }
}
declare module '@nestjs/core' {
  export const NestFactory: {
    create(module: unknown): Promise<{
      use(path: string, handler: import('express').RequestHandler): void
      listen(port: number): Promise<unknown>
    }>
  }
}
declare module 'better-sqlite3' {
  export default class Database {
    constructor(path: string)
    pragma(text: string): unknown
    exec(sql: string): void
  }
}
`
