/** The files that the pages load, by their names. `npm run build` writes this module. */
export declare const BUILT_FILES: Readonly<Record<string, string>>
