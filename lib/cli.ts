#!/usr/bin/env node

/** What a command does with its arguments. Returns its exit status. */
type Run = (args: readonly string[]) => Promise<number>

interface Command {
  readonly help: string
  /** Loaded when it is called, because a command may need packages that others do without. */
  readonly load: () => Promise<{ readonly run: Run }>
}

const OF_CODE = `  --url URL        the site of the chat, such as https://chat.example.org
  --team TEAM      only webhooks of the team with this id
  --verbose        each request, on standard error
  EIW_TOKEN        the token of a session there; or EIW_HEADER, such as 'Authorization: Bearer …'`

const COMMANDS: Readonly<Record<string, Command>> = {
  demo: {
    help: `demo [--port PORT]

Serves a webhook and the console on this machine, without a database and without a sign-in, and prints
each message, until it is interrupted.

  --port PORT      (default: 8065; 0: a free one)
`,
    load: () => import('./demo-command.js'),
  },
  migrate: {
    help: `migrate [--url URL] [--prefix PREFIX] [--chat] [--print]

Brings the tables in PostgreSQL up to date.

  --url URL        postgres://user:password@host:5432/database (default: DATABASE_URL)
  --prefix PREFIX  comes before the names of the tables; may begin with a schema: chat.
  --chat           also the tables for users, channels and posts of createPostgresChat
  --print          prints the statements of all migrations, and runs nothing
`,
    load: () => import('./migrate-command.js'),
  },
  preview: {
    help: `preview [--format FORMAT] [--header 'NAME: VALUE'] [--template FILE] FILE

Shows what a webhook makes of a request, as text, without a server. FILE has the body; - is standard
input. Exit status: 0 it is posted, 1 it is refused, 2 it is skipped.

  --format FORMAT  reads the body in this format only, such as github (default: recognised)
  --header HEADER  a header of the request, such as 'X-GitHub-Event: push'; may be repeated
  --template FILE  a template, as JSON, by which the body is shown
`,
    load: () => import('./preview-command.js'),
  },
  export: {
    help: `export --url URL [--team TEAM] [--verbose] [FILE]

Writes the webhooks that have a slug to FILE, or to standard output as JSON: without keys and secrets,
and without what is a default. FILE is JSON, or YAML if it ends with .yaml or .yml and the package yaml
is installed.

${OF_CODE}`,
    load: () => import('./code/export-command.js'),
  },
  plan: {
    help: `plan --url URL [--team TEAM] [--prune] [--verbose] FILE

Says what apply would do. Exit status: 0 nothing, 2 something would change, 1 the file has mistakes, or
the host refuses it.

${OF_CODE}
  --prune          also deletes webhooks with a slug that FILE does not name
`,
    load: () => import('./code/plan-command.js'),
  },
  apply: {
    help: `apply --url URL [--team TEAM] [--prune] [--verbose] FILE

Creates and changes webhooks until they are as FILE says. Nothing is changed unless the host accepts all
of it. Exit status: 0 done, 1 refused, or something is left to do in the console.

${OF_CODE}
  --prune          also deletes webhooks with a slug that FILE does not name
`,
    load: () => import('./code/apply-command.js'),
  },
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})

async function main([name = '', ...args]: readonly string[]) {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  const isHelp = [name, ...args].includes('--help')
  if (command && !isHelp) return (await command.load()).run(args)
  const shown = command ? [command] : Object.values(COMMANDS)
  console.log(shown.map(({ help }) => `express-incoming-webhooks ${help}`).join('\n'))
  return isHelp ? 0 : 2
}
