import { BUILT_FILES, BUILT_PARTS } from './built-files.cjs'
import type { ConsoleOptions } from './options.js'

/**
 * Creates the page for a relative path from its URL to the mount path. `themeFile` is the name of the
 * theme's style sheet among the assets, or null.
 */
export function consolePage(
  options: ConsoleOptions,
  themeFile: string | null,
): (wayToMount: string) => string {
  const config = configOf(options)
  const { script, style, theme } = BUILT_FILES
  const sheets = [
    `assets/${style.name}`,
    ...(themeFile === null ? [] : [`assets/${themeFile}`]),
    ...(options.theme?.css === undefined ? [] : [options.theme.css]),
  ]
    .map((sheet) => `<link rel="stylesheet" href="${escaped(sheet)}">`)
    .join('\n')
  // The browser need not read the script to know what it imports.
  const parts = BUILT_PARTS.filter(({ isFirst }) => isFirst).map(
    ({ name }) => `<link rel="modulepreload" href="assets/${name}">`,
  )
  return (wayToMount) => `<!doctype html>
<html class="eiw" lang="en">
<head>
<meta charset="utf-8">
<base href="${escaped(wayToMount)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<script type="application/json" id="config">${config}</script>
<title>Incoming Webhooks</title>
<script src="assets/${theme.name}"></script>
${sheets}
<link rel="icon" href="${escaped(options.brand?.logoUrl ?? MARK)}">
${parts.join('\n')}
<script type="module" src="assets/${script.name}"></script>
</head>
<body>
<div id="app"></div>
<noscript><p>These pages need JavaScript.</p></noscript>
</body>
</html>
`
}

/** The mark beside the name of the console. */
const MARK = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 28 28">' +
    '<rect x="-4" y="-4" width="28" height="28" rx="6" fill="#0b6583"/>' +
    '<g fill="none" stroke="#fff" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round">' +
    '<path d="M3 4.500h14v8.500H9.500L6 16v-3H3z"/><path d="m8 10.800 3.800-4.200M9 6.400h3v3"/></g></svg>',
)}`

/** A block of data, which no policy takes for a script. */
function configOf({ theme: _theme, frameAncestors: _ancestors, ...read }: ConsoleOptions): string {
  const { programs, emoji } = BUILT_FILES
  const config = {
    ...read,
    programs: `assets/${programs.name}`,
    emoji: `assets/${emoji.name}`,
  }
  // The block would end at `</script>`.
  return JSON.stringify(config).replaceAll('<', String.raw`\u003c`)
}

function escaped(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
}
