import ts from 'typescript'
import { inFolder, place, type Source, walk } from './sources.js'

const VAGUE = /^(utils?|helpers?|common|managers?|services?)$/
// systemd gives its units this ending.
const UNIT = /\.service$/
/** Where errors are listed. */
export const ERROR_TABLES = ['lib/model/delivery-errors.ts', 'lib/model/errors.ts']
// The console knows the table over HTTP only; its sentences say what a person can do.
const OWN_WORDS = ['test', 'ui/console']
// Hints quote the table.
const HINTS = 'lib/model/settings-fields.ts'

/** Files and folders whose name says nothing, one line each. */
export function nameFaults(paths: readonly string[]): string[] {
  return paths.filter((path) =>
    path
      .replace(UNIT, '')
      .split(/[/.-]/)
      .some((word) => VAGUE.test(word)),
  )
}

/** Error texts that are written outside the table, one line each. */
export function errorTextFaults(sources: readonly Source[]): string[] {
  const tables = sources.filter(({ path }) => ERROR_TABLES.includes(path))
  if (tables.length < ERROR_TABLES.length) return ['a table of errors is missing']
  const patterns = tables.flatMap(tableTexts).map(patternOf)
  return sources
    .filter(({ path }) => !ERROR_TABLES.includes(path) && path !== HINTS)
    .filter(({ path }) => !OWN_WORDS.some((each) => inFolder(path, each)))
    .flatMap((source) => {
      const faults: string[] = []
      walk(source.ast, (node) => {
        if (isText(node) && patterns.some((pattern) => pattern.test(node.text.trim()))) {
          faults.push(`${place(source, node)} repeats the error text '${node.text}'`)
        }
        if (ts.isNewExpression(node)) faults.push(...ownMessage(source, node))
      })
      return faults
    })
}

function isText(node: ts.Node): node is ts.LiteralLikeNode {
  return ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateTail(node)
}

/** The sentences among the table's strings; ids and names hold no space. */
export function tableTexts(table: Source): string[] {
  const texts: string[] = []
  walk(table.ast, (node) => {
    if (ts.isStringLiteralLike(node) && node.text.includes(' ')) texts.push(node.text)
  })
  return texts
}

// A short text may be part of another sentence by chance, so only a long one is looked for inside.
function patternOf(text: string): RegExp {
  const fixed = text
    .replace(/\.$/, '')
    .split(/\{\w+\}/)
    .map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*')
  return text.length >= 20 && !text.includes('{')
    ? new RegExp(fixed, 'i')
    : new RegExp(`^${fixed}\\.?$`, 'i')
}

function ownMessage(source: Source, node: ts.NewExpression): string[] {
  if (node.expression.getText() !== 'WebhookError') return []
  const [code, options] = node.arguments ?? []
  const sentence = code && ts.isStringLiteralLike(code) && !/^\w+$/.test(code.text)
  const message =
    options &&
    ts.isObjectLiteralExpression(options) &&
    options.properties.some((property) => property.name?.getText() === 'message')
  return sentence || message || (code && ts.isTemplateExpression(code))
    ? [`${place(source, node)} gives a WebhookError a text of its own`]
    : []
}
