import { join } from 'node:path'
import { renderText } from 'express-incoming-webhooks/render'
import request from 'supertest'
import { ourFormat } from '../../../lib/formats/all.js'
import { type ProgramFile, readPrograms } from '../../../ui/bundling/programs.js'
import { formatFixtures, type RecordedFixture } from '../../support/format-requests.js'
import { hookHost } from '../../support/hook-host.js'
import { ROOT } from '../../support/root.js'
import { factNamesOf } from './fact-names.js'
import { RECOGNISED_BY } from './format-table.js'
import { code, listed, tableOf } from './markdown-table.js'

/** Their files. */
export const FOLDER = join(ROOT, 'ui/console/programs')

/** Every program that the console has settings for, and a few that only docs/programs has. */
export const PROGRAMS = readPrograms(FOLDER)

/** Those that name a recorded request. */
export const DOCUMENTED = PROGRAMS.filter(({ facts }) => facts['Request'] !== undefined)

const RECORDED = new Map(formatFixtures().map((fixture) => [fixture.name, fixture]))

/** The programs by what they are for, each with its page. */
export function everyProgram(): readonly string[] {
  const links = PROGRAMS.map(({ name, title }) => `[${title}](programs/${name}.md)`)
  const groups = new Set(PROGRAMS.map((_, at) => groupAt(at)))
  return tableOf(
    ['group', 'programs'],
    [...groups].map((group) => [group, links.filter((_, at) => groupAt(at) === group).join(', ')]),
  )
}

/** Those that the console does not show follow one that it does. */
function groupAt(at: number): string {
  const before = PROGRAMS.slice(0, at + 1).findLast(({ facts }) => facts['Group'] !== undefined)
  return before?.facts['Group'] ?? ''
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

/** A page of its own, for somebody who looks for this program. */
export async function pageOf(program: ProgramFile): Promise<string> {
  const { title, steps, file, code: settings, facts } = program
  const lines = [
    '<!-- written by REWRITE_DOCS=1: the program -->',
    '',
    `# ${title}`,
    '',
    ...steps.map((step, at) => `${at + 1}. ${step}`),
    '',
    ...(settings === ''
      ? []
      : [`${/\W/.test(file) ? code(file) : file}:`, '', ...fenced(settings), '']),
    ...(facts['Note'] === undefined ? [] : [facts['Note'], '']),
    ...(DOCUMENTED.includes(program) ? await linesOf(program) : []),
    `${PLACEHOLDERS} [All programs](programs.md)`,
    '',
    '<!-- end -->',
    '',
  ]
  return lines.join('\n').replace(/\]\((?=[\w-]+\.md)/g, '](../')
}

const PLACEHOLDERS = '[What stands for the URL here](programs.md#what-to-paste).'

async function linesOf(program: ProgramFile): Promise<readonly string[]> {
  const { recorded, answer, shown } = await measured(program)
  const { Format: format = '', Success: success = '', Events: events } = program.facts
  return [
    `- **Format:** ${code(format)}. Recognised by: ${RECOGNISED_BY.get(format) ?? ''}.`,
    `- **Expects for success:** ${success}. Response: ${answered(answer)}.`,
    `- **Signature:** ${signatureOf(program)}.`,
    ...(events === undefined ? [] : [`- **[Events](formats.md#choosing-events):** ${events}`]),
    ...factsOf(format),
    '',
    `What readers see of a request (${originOf(recorded)}):`,
    '',
    ...fenced(shown.trim()),
    '',
  ]
}

function signatureOf({ facts: { Signature: scheme } }: ProgramFile): string {
  return scheme === undefined ? 'none' : `the scheme [${code(scheme)}](signatures.md)`
}

/** What rules may ask for, and whether its reports are incidents. */
function factsOf(format: string): readonly string[] {
  const { isMonitoring = false } = ourFormat(format)
  const names = factNamesOf(ourFormat(format)).map(code)
  return [
    ...(names.length === 0 ? [] : [`- **Facts for [rules](rules.md):** ${listed(names, 'and')}.`]),
    ...(isMonitoring
      ? ['- **Incidents:** all reports of one are [one post](incidents.md), without a setting.']
      : []),
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
