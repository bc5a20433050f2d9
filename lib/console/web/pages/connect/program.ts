import type { JSX } from 'preact'
import type { CodePiece } from '../../parts/code.js'

/** How one program is connected. */
export interface Program {
  /** In the address of the page. */
  readonly name: string
  readonly title: string
  /** What else people look for it by. */
  readonly keywords?: string
  /** Two letters instead of a logo. */
  readonly mark: string
  /** The format of its webhooks, for those that send one of their own. Listed if the server reads it. */
  readonly format?: string
  readonly steps: readonly JSX.Element[]
  readonly file: string
  /** The program stores the URL as a separate secret, so the copied settings do not contain it. */
  readonly keepsUrlApart?: true
  readonly pieces: (url: string, channel: string) => readonly CodePiece[]
}
