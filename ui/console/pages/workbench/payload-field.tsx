import { parsed, useLatest } from 'express-incoming-webhooks-ui'
import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { Field } from '../../parts/field.js'
import { faultIn, type Place } from '../requests/sent.js'

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/** The names of a path such as `attachments[0].text`. */
export function namesOf(path: string): readonly string[] {
  return path.split(/[.[\]]/).filter((name) => name !== '')
}

/** Where in a text of JSON the value at a path is, or what is nearest above it; null if it is not JSON. */
export function placeOf(json: string, path: readonly string[]): Place | null {
  if (parsed(json) === undefined) return null
  const found = exactPlace(json, path)
  return found ?? (path.length > 0 ? placeOf(json, path.slice(0, -1)) : null)
}

function exactPlace(json: string, path: readonly string[]): Place | null {
  /** Of each object and list that is open, which member is read: null before a name. */
  const names: (string | number | null)[] = []
  let from = -1
  for (const { 0: token, index: start } of json.matchAll(TOKEN)) {
    const top = names.length - 1
    const member = names[top]
    if (token === ',') names[top] = typeof member === 'number' ? member + 1 : null
    else if (token === '}' || token === ']') {
      names.pop()
      if (from !== -1 && names.length === path.length) return { from, to: start + 1 }
    } else if (member === null) names[top] = String(parsed(token))
    else if (token !== ':') {
      const isIt =
        names.length === path.length && path.every((name, n) => String(names[n]) === name)
      const isOpening = token === '{' || token === '['
      if (isIt && !isOpening) return { from: start, to: start + token.length }
      if (isIt) from = start
      if (isOpening) names.push(token === '{' ? null : 0)
    }
  }
  return null
}

/** The beginning of a detail such as `attachments[0].color: expected …`. */
const AT_PATH = /^([\w$-]+(?:\.[\w$-]+|\[\d+\])*): /

/** What an error is about: a letter, or the value at the path that it names. */
export function placeOfFault(text: string, detail: string): Place | null {
  const fault = faultIn(text, detail)
  if (fault !== null) return fault
  const [, path] = AT_PATH.exec(detail) ?? []
  return path === undefined ? null : placeOf(text, namesOf(path))
}

type Area = HTMLTextAreaElement

/** How long nothing may be typed before it is looked at. */
const PAUSE_MS = 40

interface PayloadFieldProps {
  readonly area: RefObject<Area | null>
  readonly text: string
  /** After a pause, as a payload may be long. */
  readonly onText: (text: string) => void
  /** What is wrong, and where. */
  readonly fault: { readonly text: string; readonly place: Place } | null
}

/** A payload, with the numbers of its lines, and what is wrong marked at its place. */
export function PayloadField({ area, text, onText, fault }: PayloadFieldProps) {
  const numbers = useRef<HTMLDivElement>(null)
  const mark = useRef<HTMLDivElement>(null)
  const timer = useRef(0)
  const latest = useLatest(onText)
  // Only what is seen is drawn: all of a long payload would be laid out with each key.
  const draw = () => {
    if (area.current && numbers.current) drawNumbers(area.current, numbers.current)
    if (area.current && mark.current) drawMark(area.current, mark.current, fault?.place ?? null)
  }
  useLayoutEffect(() => {
    const { current } = area
    if (!current || current.value === text) return
    clearTimeout(timer.current)
    current.value = text
  }, [text])
  useLayoutEffect(draw)
  useEffect(() => {
    const seen = new ResizeObserver(draw)
    if (area.current) seen.observe(area.current)
    return () => {
      seen.disconnect()
      clearTimeout(timer.current)
    }
  }, [])
  const typed = () => {
    draw()
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => {
      if (area.current) latest.current(area.current.value)
    }, PAUSE_MS)
  }
  return (
    <Field id="payload" label="Payload" fault={fault?.text ?? null}>
      {(attributes) => (
        <div class="payload">
          <div ref={numbers} class="payload__numbers" aria-hidden="true" />
          <div ref={mark} class="payload__mark" aria-hidden="true" />
          <textarea
            {...attributes}
            ref={area}
            class="input"
            wrap="off"
            spellcheck={false}
            autocapitalize="off"
            onInput={typed}
            onScroll={draw}
          />
        </div>
      )}
    </Field>
  )
}

function lineHeightOf(area: Area) {
  return Number.parseFloat(getComputedStyle(area).lineHeight)
}

/** How many lines are before a place in a text. */
function linesBefore(text: string, end: number) {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count++
  return count
}

function drawNumbers(area: Area, numbers: HTMLElement) {
  const height = lineHeightOf(area)
  const first = Math.floor(area.scrollTop / height)
  const lines = linesBefore(area.value, Infinity) + 1
  const shown = Math.min(lines - first, Math.ceil(area.clientHeight / height) + 1)
  const texts = Array.from({ length: Math.max(shown, 0) }, (_, at) => first + at + 1)
  numbers.textContent = texts.join('\n')
  numbers.style.transform = `translateY(${first * height - area.scrollTop}px)`
}

/** Longer beginnings of lines are not measured. */
const MOST_BEFORE = 5_000

function drawMark(area: Area, mark: HTMLElement, place: Place | null) {
  mark.replaceChildren()
  if (place === null) return
  const { value, scrollLeft, scrollTop } = area
  const start = value.lastIndexOf('\n', place.from - 1) + 1
  if (place.from - start > MOST_BEFORE) return
  const fault = document.createElement('span')
  fault.className = 'fault'
  fault.textContent =
    value.slice(place.from, place.to).split('\n', 1)[0]?.slice(0, MOST_BEFORE) ?? ''
  mark.append(value.slice(start, place.from), fault)
  const top = linesBefore(value, start) * lineHeightOf(area) - scrollTop
  mark.style.transform = `translate(${-scrollLeft}px, ${top}px)`
}

/** Selects a place, and scrolls to it. */
export function select(area: Area, { from, to }: Place): void {
  area.focus()
  area.setSelectionRange(from, to)
  const top = linesBefore(area.value, from) * lineHeightOf(area)
  area.scrollTop = top - area.clientHeight / 2
  area.scrollIntoView({ block: 'nearest' })
}
