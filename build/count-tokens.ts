import ts from 'typescript'

/** How many tokens a file has; comments and white space are none. */
export function countTokens(path: string, text: string): number {
  if (/\.tsx?$/.test(path)) return countInCode(path, text)
  // Prose is not closed where a quotation mark or a `//` opens it, so that each line is read by itself.
  if (/\.(?:md|txt|sql)$/.test(path)) {
    return text.split('\n').reduce((sum, line) => sum + countScanned(line, isSpace), 0)
  }
  return countScanned(text, isTrivia)
}

/**
 * The tokens of the syntax tree, because the scanner alone takes JSX, regular expressions and the rest of a
 * template for operators. A text in JSX, and each part of a template, is one token, like a string.
 */
function countInCode(path: string, text: string): number {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind)
  return countIn(file, file)
}

function countIn(node: ts.Node, file: ts.SourceFile): number {
  if (ts.isJSDoc(node)) return 0
  const children = node.getChildren(file)
  if (children.length > 0) return children.reduce((sum, each) => sum + countIn(each, file), 0)
  if (ts.isJsxText(node) && node.containsOnlyTriviaWhiteSpaces) return 0
  return node.getWidth(file) > 0 ? 1 : 0
}

function countScanned(text: string, isNone: (kind: ts.SyntaxKind) => boolean): number {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, text)
  let count = 0
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    if (!isNone(kind)) count += 1
  }
  return count
}

function isSpace(kind: ts.SyntaxKind): boolean {
  return kind === ts.SyntaxKind.WhitespaceTrivia || kind === ts.SyntaxKind.NewLineTrivia
}

function isTrivia(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstTriviaToken && kind <= ts.SyntaxKind.LastTriviaToken
}
