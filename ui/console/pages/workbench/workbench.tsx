import {
  Button,
  countText,
  longTime,
  Notice,
  useLatest,
  type Wire,
} from 'express-incoming-webhooks-ui'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { onSignedOut } from '../../api/call.js'
import type { Preview } from '../../api/preview.js'
import { findRequest, listRequests } from '../../api/requests.js'
import { Card, Fold } from '../../parts/card.js'
import { SelectField, TextField } from '../../parts/field.js'
import { ANY_JSON } from '../../program.js'
import { channelName, useChannels } from '../../state/channels.js'
import { useLoaded } from '../../state/loading.js'
import { useFormatTitles } from '../../state/names.js'
import { useParameter } from '../../state/route.js'
import { useSession } from '../../state/session.js'
import { changedNames, draftOf } from '../form/draft.js'
import { useEdit } from '../form/edit.js'
import { inputOf } from '../form/entered.js'
import { faultsOf, type FormState, serverFault } from '../form/form-state.js'
import { inWords } from '../form/rules/sentence.js'
import { TEMPLATE_FORMAT } from '../form/template/slots.js'
import { errorText, LoadedWebhook, PagePending, useWebhook, WebhookHead } from '../loaded.js'
import { PreviewResult } from '../requests/preview.js'
import { type Place, readable, UNREAD } from '../requests/sent.js'
import { reasonOf, titleOf } from '../requests/words.js'
import { FactsCard } from '../webhook/facts.js'
import { namesOf, PayloadField, placeOf, placeOfFault, select } from './payload-field.js'
import SAMPLES from './samples.json'
import { useSending } from './sending.js'
import {
  asForm,
  isUnnamedForm,
  keepSent,
  linesOf,
  previewedOf,
  sampleOf,
  type Sent,
  sentOf,
  takeSent,
  valueOf,
} from './sent.js'
import { SettingsCard, useSlot, ValuesCard } from './template-card.js'
import { usePreview } from './use-preview.js'

/** Where one tries what a webhook makes of a request, and how it should show it. */
export function WorkbenchPage({ id }: { readonly id: string }) {
  return (
    <LoadedWebhook id={id}>
      <Loaded />
    </LoadedWebhook>
  )
}

function Loaded() {
  const { webhook } = useWebhook()
  const owner = useOwner()
  const [requestId] = useParameter('request')
  const [sample] = useParameter('sample')
  const load = async (): Promise<Sent> =>
    takeSent(owner) ??
    (requestId === ''
      ? sampleOf(sample || webhook.format)
      : sentOf(await findRequest(webhook.id, requestId)))
  const loaded = useLoaded(load, `${requestId} ${sample}`)
  if (loaded.value) return <Bench sent={loaded.value} change={loaded.put} />
  return <PagePending loaded={loaded} label="Loading the workbench" />
}

/** Whose payload it is that is kept while one signs in again. */
function useOwner() {
  const { webhook } = useWebhook()
  return `${useSession().me.id} ${webhook.id}`
}

interface BenchProps {
  readonly sent: Sent
  readonly change: (sent: Sent) => void
}

/** What a form tries, in place of what is saved. */
const TRIED = ['format', 'template', 'rules'] as const

function Bench({ sent, change }: BenchProps) {
  const { webhook } = useWebhook()
  const edit = useEdit()
  const { input, lack, isChanged } = useTried(edit.form, sent)
  const { preview, error, again } = usePreview(webhook.id, input)
  const refused = error && serverFault(error)
  const form = useJudged(edit.form, refused)
  const slot = useSlot(form)
  const area = useRef<HTMLTextAreaElement>(null)
  const owner = useOwner()
  const latest = useLatest(sent)
  useEffect(() => onSignedOut(() => keepSent(owner, latest.current)), [owner])
  const now = useMemo(() => valueOf(sent), [sent.body, sent.headers])
  const value = useLast(now)
  const fault = useMemo(() => faultOf(preview, sent.body), [preview])
  const sending = useSending({ sent, isChanged })
  const show = (path: string) => {
    const control = path.startsWith('template.') ? document.getElementById(path) : null
    if (control) {
      control.focus()
      return
    }
    const place = placeOf(sent.body, namesOf(path))
    if (place && area.current) select(area.current, place)
  }
  const showAsJson = () => {
    form.enter('format', ANY_JSON)
    document.getElementById('format')?.focus()
  }
  const isPassedOver =
    sent.end !== '' &&
    edit.form.draft.format.value === TEMPLATE_FORMAT &&
    !['', TEMPLATE_FORMAT].includes(preview?.format ?? '')
  const ways: readonly (readonly [isOne: boolean, text: string, act: () => void])[] = [
    [isUnnamedForm(sent), 'Read it as a form', () => change(asForm(sent))],
    [
      fault !== null,
      'Show the place',
      () => area.current && fault && select(area.current, fault.place),
    ],
    [now instanceof Object && isUnread(preview, form), 'Show it as any JSON', showAsJson],
  ]
  const [, text = '', act] = ways.find(([isOne]) => isOne) ?? []
  const way = act !== undefined && (
    <Button small onPress={act}>
      {text}
    </Button>
  )
  return (
    <>
      <WebhookHead
        here="Workbench"
        title="Workbench"
        text={`What ${webhook.displayName} makes of a request. Nothing is posted until you send it.`}
      >
        {sending.buttons}
      </WebhookHead>
      <div class="stack">
        {sending.result}
        <div class="bench">
          <Card title="Request">
            <Start />
            {sent.lack !== undefined && <Notice>{sent.lack}</Notice>}
            <PayloadField
              area={area}
              text={sent.body}
              fault={fault}
              onText={(body) => change({ ...sent, body })}
            />
            {now instanceof Object && isOneLine(sent.body) && (
              <Button
                small
                class="mt-3"
                onPress={() => change({ ...sent, body: readable(sent.body) })}
              >
                Break into lines
              </Button>
            )}
            <Around {...{ sent, change }} />
          </Card>
          <div class="stack bench__seen">
            <Card title="Message">
              <div class="stack">
                {lack !== undefined && <p class="muted">Not looked at yet: {lack}.</p>}
                {error && (
                  <Notice kind="bad" role="alert" title="No preview.">
                    <p>{errorText(error)}</p>
                    {preview && refused && <p>Below is the message before this change.</p>}
                    <div class="btns mt-3">
                      <Button small onPress={again}>
                        Try again
                      </Button>
                    </div>
                  </Notice>
                )}
                {isPassedOver && (
                  <Notice
                    buttons={
                      <Button small onPress={() => change({ ...sent, end: '' })}>
                        Remove the end
                      </Button>
                    }
                  >
                    <p>The template is not used: the end of the URL chooses another format.</p>
                  </Notice>
                )}
                {preview && (!error || refused) && (
                  <PreviewResult
                    preview={preview}
                    button={way}
                    {...(value instanceof Object && { show })}
                  />
                )}
              </div>
            </Card>
            <ValuesCard value={value} form={form} slot={slot} />
            {preview && <Known preview={preview} form={form} />}
          </div>
          <SettingsCard edit={edit} form={form} slot={slot} />
        </div>
      </div>
    </>
  )
}

/** What is looked at: what is sent, and what is not saved yet. Null while the form lacks something. */
function useTried(form: FormState, sent: Sent) {
  const { webhook } = useWebhook()
  const { me } = useSession()
  const { draft } = form
  const [fault] = useMemo(() => faultsOf(draft, webhook), [draft, webhook])
  const changed = changedNames(draftOf(webhook), draft)
  const unsaved = useMemo((): Wire => {
    const all = inputOf(draft, me.admin)
    const names = TRIED.filter((name) => changed.has(name))
    return Object.fromEntries(names.map((name) => [name, all[name]]))
  }, [draft, webhook])
  const input = useMemo(
    () => (fault === undefined ? { ...previewedOf(sent), ...unsaved } : null),
    [sent, unsaved, fault],
  )
  return { input, lack: fault?.summary, isChanged: changed.size > 0 }
}

/** The form with what the server says about it. */
function useJudged(form: FormState, fault: FormState['faults'][number] | null): FormState {
  const faults = useMemo(
    () => [...form.faults, ...(fault ? [fault] : [])],
    [form.faults, fault?.text],
  )
  return { ...form, faults }
}

/** A value; while there is none, what it was before. */
function useLast(value: unknown): unknown {
  const last = useRef(value)
  return (last.current = value ?? last.current)
}

/** What is wrong with a payload, if that has a place in it. */
function faultOf(preview: Preview | null, body: string) {
  if (!preview?.error) return null
  const { message, detailedError: detail } = preview.error
  const place: Place | null = placeOfFault(body, detail)
  return place && { place, text: reasonOf({ message, detail, status: 0 }).title }
}

const LONG_LINE = 60

/** Of JSON. */
function isOneLine(text: string) {
  return text.length > LONG_LINE && /^[{[][^\n]+$/.test(text.trim())
}

/** Whether no format reads the payload, and none was chosen. */
function isUnread(preview: Preview | null, { draft }: FormState) {
  return draft.format.value === '' && UNREAD.has(preview?.error?.id ?? '')
}

const RECENT = 10

/** What the payload begins as. */
function Start() {
  const { webhook } = useWebhook()
  const [requestId, chooseRequest] = useParameter('request')
  const [sample, chooseSample] = useParameter('sample')
  const recent = useLoaded(() => listRequests(webhook.id, { per_page: RECENT })).value ?? []
  const choices = [
    ...SAMPLES.map(({ format, title }) => ({ name: format, text: `Sample: ${title}` })),
    ...recent.map((request) => ({
      name: request.id,
      text: `${longTime(request.time)}: ${titleOf(request, webhook)}`,
    })),
  ]
  if (requestId !== '' && !recent.some(({ id }) => id === requestId)) {
    choices.push({ name: requestId, text: 'The request' })
  }
  const isSample = (name: string) => SAMPLES.some(({ format }) => format === name)
  const usual = [sample, webhook.format, 'native'].find(isSample) ?? ''
  return (
    <SelectField
      id="start"
      label="Start with"
      choices={choices}
      chosen={requestId || usual}
      onChoose={(name) => {
        chooseRequest(isSample(name) ? '' : name)
        chooseSample(isSample(name) ? name : '')
      }}
    />
  )
}

/** What is sent beside the payload. */
function Around({ sent, change }: BenchProps) {
  const { headers, end } = sent
  const count = linesOf(headers).length
  const isOpen = useRef(false)
  // It must not close under the hands of those who empty it.
  isOpen.current ||= end !== '' || count > 1
  return (
    <Fold title={`Headers (${countText(count, 'line')}) and end of the URL`} open={isOpen.current}>
      <TextField
        id="headers"
        label="Headers"
        optional
        shape="lines"
        spellcheck={false}
        placeholder="X-GitHub-Event: push"
        value={headers}
        onText={(text) => change({ ...sent, headers: text })}
      />
      <TextField
        id="end"
        label="End of the URL"
        optional
        spellcheck={false}
        placeholder="/github?events=push"
        value={end}
        onText={(text) => change({ ...sent, end: text })}
      />
    </Fold>
  )
}

/** What would be answered, and what is known of the event. */
function Known({ preview, form }: { readonly preview: Preview; readonly form: FormState }) {
  const { answer, format, event, incident, state, rules, ignored } = preview
  const titleOfFormat = useFormatTitles([format])
  const all = form.draft.rules.value
  useChannels(all.map(({ then }) => then.channel ?? ''))
  const applied = all.filter((_, at) => rules.includes(at))
  return (
    <FactsCard
      title="Result"
      facts={{
        Status: answer?.status,
        Response: answer && <code>{answer.body}</code>,
        Format: format && titleOfFormat(format),
        Event: event,
        Incident: incident,
        State: state,
        Rules: applied.length > 0 && (
          <ul>
            {applied.map((rule, at) => (
              <li key={at}>{inWords(rule, channelName)}</li>
            ))}
          </ul>
        ),
        Ignored: ignored.length > 0 && <code>{ignored.join(', ')}</code>,
      }}
    />
  )
}
