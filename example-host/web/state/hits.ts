import { excerpt } from '../text/first-line.js'

/** Characters that are quoted, and how many of them are before the first hit. */
const QUOTED = 200
const LEAD = 60

/** The part of a text that has the first of the words. Every second piece is one of them. */
export function hitsIn(text: string, terms: string): readonly string[] {
  const words = terms.trim().split(/\s+/)
  const patterns = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  const hit = new RegExp(`(${patterns.join('|')})`, 'giu')
  const at = text.search(hit) - LEAD
  const start = Math.max(text.lastIndexOf(' ', at) + 1, at - LEAD)
  return excerpt(at <= 0 ? text : `…${text.slice(start)}`, QUOTED).split(hit)
}
