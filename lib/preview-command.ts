import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { createMemoryAdapters } from './adapters/memory/index.js'
import { createIncomingWebhooks } from './create.js'
import { asError } from './host/as-error.js'
import type { Preview } from './manage/preview.js'
import type { PreviewInput } from './manage/bodies.js'
import { WebhookError } from './model/errors.js'
import { isTemplate, SLOTS } from './model/template.js'
import { renderText } from './render/flat.js'
import { printable } from './text/names.js'

const STATUS: Readonly<Record<Preview['outcome'], number>> = {
  posted: 0,
  refused: 1,
  failed: 1,
  skipped: 2,
}

/** Prints the message that a request becomes, and to standard error what is to be said of it. */
export async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      format: { type: 'string' },
      header: { type: 'string', multiple: true, default: [] },
      template: { type: 'string' },
    },
  })
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0) throw new Error('expected one file, or -')
  const { format, header, template } = values
  const preview = await previewOf({
    bodyBase64: (await read(file)).toString('base64'),
    headers: Object.fromEntries(header.map(headerIn)),
    format: format ?? (template === undefined ? '' : 'template'),
    template: template === undefined ? null : await templateIn(template),
  })
  for (const { path, reason } of preview.warnings) tell(`warning: ${path}: ${reason}`)
  const { outcome, event, error, posts } = preview
  if (error) tell(`${outcome}: ${error.message}: ${error.detailedError}`)
  if (outcome === 'skipped') tell(`skipped: ${event} is not shown`)
  if (posts.length > 0) console.log(printable(posts.map(renderText).join('\n\n')))
  return STATUS[outcome]
}

function tell(text: string) {
  console.error(printable(text))
}

function read(file: string): Promise<Buffer> {
  return file === '-' ? buffer(process.stdin) : readFile(file)
}

/** Its texts are checked as those of a webhook. */
async function templateIn(file: string) {
  const value = parsed(file, await readFile(file, 'utf8'))
  if (isTemplate(value)) return value
  throw new Error(`${file}: expected an object with the slots ${SLOTS.join(', ')}`)
}

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`${file}: ${asError(error).message}`)
  }
}

function headerIn(header: string): [string, string] {
  const colon = header.indexOf(':')
  if (colon < 1) throw new Error(`--header: expected 'NAME: VALUE'`)
  return [header.slice(0, colon).trim(), header.slice(colon + 1).trim()]
}

/** A webhook of a host that has every channel and every user that a message names. */
async function previewOf(request: PreviewInput) {
  const adapters = createMemoryAdapters()
  const { user, channel } = adapters.addDemo()
  const webhooks = createIncomingWebhooks({
    adapters: {
      ...adapters,
      guarantees: ['once', 'direct', 'incidents', 'threads'],
      users: {
        ...adapters.users,
        findByUsernames: (names) => names.map((username) => ({ ...user, username })),
      },
      channels: { ...adapters.channels, findByName: () => channel },
    },
    secret: randomBytes(32).toString('hex'),
    siteUrl: 'http://localhost',
    log: false,
  })
  try {
    const { id } = await webhooks.manage.create(user.id, {
      channelId: channel.id,
      displayName: 'Webhook',
    })
    return await webhooks.manage.preview(user.id, id, request)
  } catch (error) {
    throw error instanceof WebhookError ? new Error(`${error.message} ${error.detail}`) : error
  } finally {
    await webhooks.close()
  }
}
