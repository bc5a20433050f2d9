import { PostAllowance } from 'express-incoming-webhooks/render'
import { createContext } from 'preact'

/** What the post around a text may still make of the page; null outside of posts. */
export const Allowance = createContext<PostAllowance | null>(null)

export { PostAllowance }
