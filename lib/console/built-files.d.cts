/** What the pages load: their script and style, and the script that runs before the first paint. */
type Kind = 'script' | 'style' | 'theme'
/** What only some pages load: the settings of programs, and the names of emoji. */
type Data = 'programs' | 'emoji'

interface BuiltFile {
  readonly name: string
  readonly text: string
}

/** A part of the script, which it needs at once, or else when somebody opens a page. */
interface BuiltPart extends BuiltFile {
  readonly isFirst: boolean
}

/** `npm run build` writes this module. */
export declare const BUILT_FILES: Readonly<Record<Kind | Data, BuiltFile>>
export declare const BUILT_PARTS: readonly BuiltPart[]
