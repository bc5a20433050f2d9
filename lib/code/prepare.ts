import { VERIFICATION_MEMBERS } from '../manage/bodies.js'
import { isObject } from '../model/json.js'
import { inWire } from '../model/sent.js'
import { CALLER_FIELDS, CALLER_NAMES } from '../model/webhook-fields.js'
import { type Client, HostError } from './client.js'
import { readSource } from './file.js'
import { atOnce, Names, reasonOf } from './names.js'
import { type FileOptions, warn } from './options.js'
import { type Entry, planOf, type Step } from './plan.js'
import { type Mistake, Mistakes, type Path, type Source } from './source.js'
import { type Wanted, wantedIn } from './wanted.js'
import { DEFAULTS, type Host, isSame, type Shown, writtenOf } from './written.js'

/** A webhook of the file, with what is sent for it. */
type Prepared = Entry & Omit<Placed, 'wanted' | 'teamId'>

interface Other {
  readonly label: string
  readonly present: Shown
}

export type PlannedStep = Step<Prepared, Other>

export interface Plan {
  readonly source: Source
  readonly steps: readonly PlannedStep[]
}

/** Whether its webhook is not usable before somebody has set its secret. */
export function lacksSecret(step: PlannedStep): boolean {
  return 'entry' in step && step.entry.needsSecret
}

type Placed = Readonly<Awaited<ReturnType<typeof place>>>

const SECRET_IS_MISSING =
  'the secret of its verification is not in the file and must be set in the console'

/** Reads the file and checks all of it. Throws `Mistakes` of whatever the host would refuse. */
export async function prepare({ client, file, team, prune }: FileOptions): Promise<Plan> {
  const source = await readSource(file)
  const { webhooks, mistakes } = wantedIn(source)
  if (mistakes.length > 0) throw new Mistakes(file, mistakes)
  const [me, listed] = await Promise.all([client.get('/users/me'), client.list(team)])
  const present = new Map(listed.filter(hasSlug).map((shown) => [keyOf(shown), shown]))
  const names = new Names(client, team)
  const tell = { file, source }
  const placed = await each(webhooks, tell, (wanted) => place(wanted, names, present))
  const known = new Set<string>()
  await each(placed, tell, ({ wanted: { slug }, teamId }) => {
    const key = `${teamId} ${slug}`
    if (known.has(key)) throw new Error('slug: another webhook of this file has it')
    known.add(key)
  })
  const checked = await each(placed, tell, async (one) => ({
    ...one,
    after: await check(client, one),
  }))
  const unnamed = [...present].flatMap(([key, shown]) => (known.has(key) ? [] : [shown]))
  const shown = [...present.values(), ...checked.map(({ after }) => after)]
  const host = await hostOf(names, shown, isObject(me) ? String(me['id']) : '')
  const labelOf = (one: Shown) =>
    (host.hasTeams ? keyOf(one) : String(one['slug'])).replace(' ', '/')
  const entries = checked.map(({ wanted, after, ...one }): Prepared => {
    for (const reason of ignoredIn(wanted, after, one.present)) {
      const { place, reason: line } = mistakeAt(source, one.path, reason)
      warn(`${file}:${place.line}:${place.column}: warning: ${line}`)
    }
    return {
      ...one,
      label: labelOf(after),
      before: one.present && writtenOf(one.present, host),
      after: writtenOf(after, host),
      note: one.needsSecret ? SECRET_IS_MISSING : '',
    }
  })
  const others = unnamed.map((one): Other => ({ label: labelOf(one), present: one }))
  return { source, steps: planOf(entries, others.sort(byLabel), prune) }
}

export function hasSlug({ slug }: Shown): boolean {
  return typeof slug === 'string'
}

/** What writing webhooks needs to know of the host. */
export async function hostOf(names: Names, shown: readonly Shown[], me: string): Promise<Host> {
  const ids = shown.flatMap(({ channel_id: id, rules }) => [
    String(id),
    ...(Array.isArray(rules) ? rules.flatMap(channelsOf) : []),
  ])
  const teams = new Set(shown.map(({ team_id: id }) => id))
  return { channels: await names.ofChannels(ids), hasTeams: teams.size > 1, me }
}

/** Where a refusal is in the file: it begins with the name of what is wrong. */
export function mistakeAt({ placeOf }: Source, path: Path, reason: string): Mistake {
  const [named = ''] = /^[\w.]+(?=: )/.exec(reason) ?? []
  const [first = '', ...others] = named.split('.')
  return { place: placeOf([...path, IN_FILE[first] ?? first, ...others]), reason }
}

const IN_FILE: Readonly<Record<string, string>> = { channel_id: 'channel', user_id: 'owner' }

function channelsOf(rule: unknown): readonly string[] {
  const then = isObject(rule) ? rule['then'] : null
  return isObject(then) && typeof then['channel'] === 'string' ? [then['channel']] : []
}

function byLabel({ label: a }: Other, { label: b }: Other): number {
  return a < b ? -1 : 1
}

function keyOf({ team_id, slug }: Shown) {
  return `${String(team_id)} ${String(slug)}`
}

/** The results for all. Throws the mistakes of all for which there is none. */
async function each<Item extends { readonly path: Path }, Result>(
  items: readonly Item[],
  { file, source }: { readonly file: string; readonly source: Source },
  call: (item: Item) => Promise<Result> | Result,
): Promise<readonly Result[]> {
  const mistakes: Mistake[] = []
  const results = await atOnce(items, async (item): Promise<Result[]> => {
    try {
      return [await call(item)]
    } catch (error) {
      if (error instanceof HostError) throw error
      mistakes.push(mistakeAt(source, item.path, reasonOf(error)))
      return []
    }
  })
  if (mistakes.length > 0) throw new Mistakes(file, mistakes)
  return results.flat()
}

async function place(wanted: Wanted, names: Names, listed: ReadonlyMap<string, Shown>) {
  const { slug, channel, owner, members, path } = wanted
  // It may be archived by now, or not the caller's to choose.
  const inPlace = [...listed.values()].find(
    (one) => one['slug'] === slug && one['channel_id'] === channel,
  )
  const { id, teamId } = inPlace
    ? { id: channel, teamId: String(inPlace['team_id']) }
    : await names.channel(channel)
  const present = listed.get(`${teamId} ${slug}`) ?? null
  const isKept = owner === '' || owner === present?.['creator_username']
  const { verification = null } = members
  const asked = isObject(verification) ? verification : null
  const now = present?.['verification']
  const needsSecret = asked !== null && !(isObject(now) && now['scheme'] === asked['scheme'])
  const body: Record<string, unknown> = {
    ...DEFAULTS,
    ...members,
    slug,
    channel_id: id,
    user_id: isKept ? '' : await names.owner(owner),
    // What is absent stays, and what is null has its default.
    verification: needsSecret ? undefined : asked && { ...NO_STYLE, ...asked },
  }
  return {
    wanted,
    path,
    teamId,
    /** As it is on the host. */
    present,
    body,
    /** Whether its secret must be set in the console, because the host has none for it. */
    needsSecret,
  }
}

const NO_STYLE = Object.fromEntries(
  VERIFICATION_MEMBERS.filter((name) => !/secret/i.test(name)).map((name) => [inWire(name), null]),
)

async function check(client: Client, { present, body }: Placed): Promise<Shown> {
  const { body: after } = present
    ? await client.send('PUT', `/hooks/incoming/${String(present['id'])}?check=true`, { body })
    : await client.send('POST', '/hooks/incoming?check=true', { body })
  if (isObject(after) && after['slug'] === body['slug']) return after
  throw new Error('slug: this host knows none; it needs a later version of the library')
}

/** What the host takes no notice of, and why; what it says of the rest. */
function ignoredIn({ members }: Wanted, after: Shown, present: Shown | null): readonly string[] {
  const ignored = CALLER_NAMES.map((name) => CALLER_FIELDS[name]).flatMap((field) => {
    if (!('allowedBy' in field)) return []
    const { wire, initial } = field
    const asked = members[wire] ?? initial
    const isIgnored = asked !== after[wire] && isSame(after[wire], present?.[wire] ?? initial)
    return isIgnored ? [`${wire}: ignored, because a setting of the host is off`] : []
  })
  const { warnings } = after
  const said = Array.isArray(warnings) ? warnings.filter(isObject) : []
  return [...ignored, ...said.map(({ path, reason }) => `${String(path)}: ${String(reason)}`)]
}
