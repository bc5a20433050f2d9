import ts from 'typescript'

/**
 * How many tokens the scanner of TypeScript finds in a file; comments and white space are none. Alone, it
 * loses its way behind templates and regular expressions: its figures are for comparing versions.
 */
export function countTokens(path: string, text: string): number {
  // Prose is not closed where a quotation mark or a `//` opens it, so that each line is read by itself.
  const isProse = /\.(?:md|txt|sql)$/.test(path)
  const variant = path.endsWith('x') ? ts.LanguageVariant.JSX : ts.LanguageVariant.Standard
  const parts = isProse ? text.split('\n') : [text]
  return parts.reduce((sum, part) => sum + countScanned(part, variant, isProse), 0)
}

function countScanned(text: string, variant: ts.LanguageVariant, isProse: boolean): number {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, variant, text)
  let count = 0
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    if (isProse ? !isSpace(kind) : !isTrivia(kind)) count += 1
  }
  return count
}

function isSpace(kind: ts.SyntaxKind): boolean {
  return kind === ts.SyntaxKind.WhitespaceTrivia || kind === ts.SyntaxKind.NewLineTrivia
}

function isTrivia(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstTriviaToken && kind <= ts.SyntaxKind.LastTriviaToken
}
