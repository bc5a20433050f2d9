/** A name for each drawing, on a grid of 20. */
const PATHS = {
  add: 'M10 4v12M4 10h12',
  again: 'M15.8 8A6.2 6.2 0 0 0 4.6 7M4.2 12a6.2 6.2 0 0 0 11.2 1M4.5 3.6V7h3.4M15.5 16.4V13h-3.4',
  alert: 'M10 3.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM10 6.8v3.8M10 13.2h.01',
  at: 'M10 7a3 3 0 1 1 0 6 3 3 0 0 1 0-6ZM13 7.2v3.9c0 2.6 3.5 2.2 3.5-1.3A6.5 6.5 0 1 0 13.4 15.4',
  back: 'M12 5.5 7.5 10l4.5 4.5',
  bold: 'M6.5 4.5h4.2a2.7 2.7 0 0 1 0 5.4H6.5zM6.5 9.9h5a2.8 2.8 0 0 1 0 5.6h-5z',
  branch:
    'M6 4.5v11M6 4a1.4 1.4 0 1 0 0 .01M6 16a1.4 1.4 0 1 0 0 .01M14 6a1.4 1.4 0 1 0 0 .01M14 7.5c0 3-5 2.5-7.6 5',
  channel: 'M7.5 3 6 17M14 3l-1.5 14M3.5 7.2h13.2M3.3 12.8h13.2',
  check: 'm4.5 10.5 3.6 3.6L15.5 6.5',
  clock: 'M10 3.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM10 6.5V10l2.4 1.6',
  close: 'm5.5 5.5 9 9M14.5 5.5l-9 9',
  code: 'm7 6-4 4 4 4M13 6l4 4-4 4',
  copy: 'M7.5 7.5h8v9h-8zM12.5 7.5v-4h-8v9h3',
  done: 'M10 3.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM7 10.2l2.1 2.1L13.2 8',
  down: 'm6 8 4 4 4-4',
  edit: 'm4 16 .8-3.4 8-8 2.6 2.6-8 8zM11.2 6.2l2.6 2.6',
  emoji:
    'M10 3.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM7.2 11.5c.6 1.3 1.6 2 2.8 2s2.2-.7 2.8-2M7.7 8h.01M12.3 8h.01',
  eye: 'M2.5 10S5.3 5 10 5s7.5 5 7.5 5-2.8 5-7.5 5-7.5-5-7.5-5ZM10 8a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z',
  gear: 'M10 7.6a2.4 2.4 0 1 1 0 4.8 2.4 2.4 0 0 1 0-4.8ZM10 3v2M10 15v2M3 10h2M15 10h2M5 5l1.5 1.5M13.5 13.5 15 15M5 15l1.5-1.5M13.5 6.5 15 5',
  info: 'M10 3.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM10 9.3v4M10 6.7h.01',
  key: 'M6.800 9.800a3.200 3.200 0 1 1 0 6.400 3.200 3.200 0 0 1 0-6.400ZM9.200 10.700 16 3.900M13.300 6.600l2.100 2.100M11 8.900l1.600 1.600',
  keyboard: 'M2.5 5.5h15v9h-15zM5.5 8.5h.01M8.5 8.5h.01M11.5 8.5h.01M14.5 8.5h.01M6.5 11.5h7',
  leave: 'M8 4H4.5v12H8M12 6.5l3.5 3.5-3.5 3.5M15 10H8',
  lines: 'M4 5h12M4 8.7h12M4 12.3h8M4 16h5',
  link: 'M8.5 11.5a3 3 0 0 0 4.3 0l2.6-2.6a3 3 0 0 0-4.3-4.3L10 5.7M11.5 8.5a3 3 0 0 0-4.3 0l-2.6 2.6a3 3 0 0 0 4.3 4.3l1.1-1.1',
  list: 'M4 6h.01M4 10h.01M4 14h.01M7.500 6h9M7.500 10h9M7.500 14h9',
  lock: 'M5.2 9.2h9.6v7H5.2zM7.2 9V6.6a2.8 2.8 0 0 1 5.6 0V9',
  menu: 'M3.5 5.5h13M3.5 10h13M3.5 14.5h13',
  message: 'M3.5 4.5h13v9H9l-3.5 3v-3h-2z',
  more: 'M5 10h.01M10 10h.01M15 10h.01',
  next: 'm8 5.5 4.5 4.5L8 14.5',
  offline: 'M3 8a10 10 0 0 1 14 0M5.5 11a6.4 6.4 0 0 1 9 0M8 13.8a2.9 2.9 0 0 1 4 0M10 16.5h.01',
  pause: 'M7.5 5v10M12.5 5v10',
  people:
    'M8 4.500a2.700 2.700 0 1 1 0 5.400a2.700 2.700 0 0 1 0-5.400ZM3 16a5 5 0 0 1 10 0M15.500 7v5M13 9.500h5',
  picture: 'M3.5 4.5h13v11h-13zM3.500 13l3.500-3.500 3 3 2.500-2 4 3.500M12.800 7.600h.01',
  play: 'M7 4.8v10.4l8-5.2z',
  power: 'M10 3.5v6M6.2 6a5.5 5.5 0 1 0 7.6 0',
  pulse: 'M2.500 10.500h3.500l2-5.500 3.500 10 2-4.500h4',
  reply: 'M4 5h12v8.5H9.5L6 16.5v-3H4zM7.5 9.2h.01M10 9.2h.01M12.5 9.2h.01',
  search: 'M9 4a5 5 0 1 1 0 10A5 5 0 0 1 9 4ZM12.7 12.7 16.5 16.5',
  send: 'M16.5 3.5 3.5 8.8l5.4 2.3 2.3 5.4 5.3-13ZM8.9 11.1l3-3',
  shield: 'M10 3 16 5v4.500c0 3.500-2.400 6-6 7.500-3.600-1.500-6-4-6-7.500V5z',
  sliders: 'M4 6h6M14 6h2M4 14h2M10 14h6M12 4v4M8 12v4',
  terminal: 'M3.5 4.5h13v11h-13zM6.5 8l2.2 2-2.2 2M10.5 12.5h3',
  trash: 'M4 6h12M8 6V4h4v2M5.5 6l.7 10h7.6l.7-10M8.5 9v4.5M11.5 9v4.5',
  up: 'm6 12 4-4 4 4',
  warning: 'M10 3.8 17 16H3zM10 8.5v3.6M10 14h.01',
  webhook:
    'M6.3 12.2a3.2 3.2 0 1 0 3 4.2h4.2M8 9.6A3.2 3.2 0 1 1 12.7 6l2 3.6M12.9 16.5a3.2 3.2 0 1 0 .3-5.6M10.3 5.6 7.2 11.4',
} as const

export type IconName = keyof typeof PATHS

const SIZES = { small: 'icon icon--s', normal: 'icon', large: 'icon icon--l' } as const

export function Icon(props: { name: IconName; size?: keyof typeof SIZES }) {
  return (
    <svg class={SIZES[props.size ?? 'normal']} viewBox="0 0 20 20" aria-hidden="true">
      <path d={PATHS[props.name]} stroke-width={props.name === 'more' ? '2.6' : undefined} />
    </svg>
  )
}

/** The default mark of hosts without their own. */
export function Mark({ large = false }: { large?: boolean }) {
  return (
    <svg class={large ? 'mark mark--l' : 'mark'} viewBox="0 0 20 20" aria-hidden="true">
      <path d="M3 4.500h14v8.500H9.500L6 16v-3H3z" />
      <path d="m8 10.800 3.800-4.200M9 6.400h3v3" />
    </svg>
  )
}
