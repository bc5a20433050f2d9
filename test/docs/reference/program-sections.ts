import { join } from 'node:path'
import { renderText } from 'express-incoming-webhooks/render'
import request from 'supertest'
import { type ProgramFile, readPrograms } from '../../../ui/bundling/programs.js'
import { formatFixtures, type RecordedFixture } from '../../support/format-requests.js'
import { hookHost } from '../../support/hook-host.js'
import { ROOT } from '../../support/root.js'
import { RECOGNISED_BY } from './format-table.js'
import { code } from './markdown-table.js'

/** Their files. */
export const FOLDER = join(ROOT, 'ui/console/programs')

/** Every program that the console has settings for, and a few that only docs/programs.md has. */
export const PROGRAMS = readPrograms(FOLDER)

/** Those that name a recorded request. */
export const DOCUMENTED = PROGRAMS.filter(({ facts }) => facts['Request'] !== undefined)

const RECORDED = new Map(formatFixtures().map((fixture) => [fixture.name, fixture]))

/** The part of docs/programs.md that is made. */
export async function programSections(): Promise<readonly string[]> {
  return (await Promise.all(PROGRAMS.map(sectionOf))).flat()
}

/** The response to a program's request, and the text that readers see. */
export async function measured({ facts }: ProgramFile) {
  const { Format: format = '', Request: name = '' } = facts
  const recorded = RECORDED.get(name)
  if (!recorded) throw new Error(`no file of requests is called ${name}.json`)
  const { app, path, posts } = hookHost()
  const answer = await request(app)
    .post(`${path}/${format}`)
    .set(recorded.headers)
    .type(recorded.contentType ?? '')
    .send(recorded.body)
  return {
    recorded,
    answer,
    shown: posts()
      .map((post) => renderText(post))
      .join('\n'),
  }
}

async function sectionOf(program: ProgramFile): Promise<readonly string[]> {
  const { title, steps, file, code: settings, facts } = program
  return [
    `## ${title}`,
    '',
    ...steps.map((step, at) => `${at + 1}. ${step}`),
    '',
    ...(settings === ''
      ? []
      : [`${/\W/.test(file) ? code(file) : file}:`, '', ...fenced(settings), '']),
    ...(facts['Note'] === undefined ? [] : [facts['Note'], '']),
    ...(DOCUMENTED.includes(program) ? [...(await linesOf(program)), ''] : []),
  ]
}

async function linesOf(program: ProgramFile): Promise<readonly string[]> {
  const { recorded, answer, shown } = await measured(program)
  const { Format: format = '', Success: success = '', Signature: signature } = program.facts
  const signed = signature === undefined ? 'none' : `[${code(signature)}](signatures.md)`
  return [
    `- Format: ${code(format)}. How it is recognised: ${RECOGNISED_BY.get(format) ?? ''}`,
    `- Expects for success: ${success}. Response: ${answered(answer)}`,
    `- Signature: ${signed}`,
    `- Slack and Mattermost: ${elsewhere(recorded.body)}`,
    `- The request below: ${originOf(recorded)}`,
    '',
    ...fenced(shown.trim()),
  ]
}

function fenced(text: string): readonly string[] {
  const fence = '`'.repeat(text.includes('```') ? 4 : 3)
  return [`${fence}text`, text, fence]
}

/** Where a request comes from: a program of a version, a collection, or the program's documentation. */
function originOf({ source, recordedName }: RecordedFixture): string {
  if (source === 'made') return "made from the program's documentation"
  return source === 'captured' || source === 'senders'
    ? `recorded, \`${recordedName}\``
    : `from the collection \`${source}\`, \`${recordedName}\``
}

function answered({ status, text }: request.Response): string {
  if (text === '') return String(status)
  return text.length < 40 ? `${status} with \`${text}\`` : `${status} with a JSON object`
}

/** Both read `text`, `attachments` and `blocks`, and reject requests without any of them. */
function elsewhere(body: string): string {
  const value: unknown = JSON.parse(body)
  const has = ['text', 'attachments', 'blocks'].filter((name) => {
    const member: unknown = Reflect.get(Object(value), name)
    return typeof member === 'string' ? member !== '' : Array.isArray(member) && member.length > 0
  })
  if (has.length === 0) return 'reject it, because it has no text'
  return `read only its ${has.map((name) => `\`${name}\``).join(' and ')}`
}
