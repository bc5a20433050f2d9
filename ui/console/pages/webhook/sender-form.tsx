import { Button, type Wire } from 'express-incoming-webhooks-ui'
import type { ComponentProps } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { fieldNames } from '../../../../lib/model/fields.js'
import {
  DEFAULT_STYLE,
  isSchemeName,
  type SchemeName,
  SENDER_SCHEMES,
  type SenderScheme,
  type ShownVerification,
  SIGNATURE_ENCODINGS,
  type WholeStyle,
} from '../../../../lib/model/verification-fields.js'
import { saveOnly, type Webhook } from '../../api/webhooks.js'
import { SelectField, TextField } from '../../parts/field.js'
import { useAction } from '../../state/loading.js'
import { toast } from '../../state/toasts.js'
import { Unchanged, useWebhook } from '../loaded.js'

const SECRET_BYTES = 32
const CHOICES = fieldNames(SENDER_SCHEMES).map((name) => ({
  name,
  text: SENDER_SCHEMES[name].title,
}))
const ENCODINGS = SIGNATURE_ENCODINGS.map((name) => ({
  name,
  text: name === 'hex' ? 'Hexadecimal' : 'Base64',
}))
/** How programs sign whose formats are called otherwise. */
const SCHEMES = new Map<string, SchemeName>([
  ['azuredevops', 'token'],
  ['datadog', 'token'],
  ['jira', 'bitbucket'],
])

/** What was typed. */
interface Entered extends WholeStyle {
  readonly header: string
  readonly secret: string
}
type TextName = Exclude<keyof Entered, 'encoding'>
type TextFields = (name: TextName) => Omit<ComponentProps<typeof TextField>, 'label'>

interface SenderFormProps {
  /** What is replaced; absent: signatures are turned on. */
  readonly verification?: ShownVerification
  readonly saved: (webhook: Webhook, secret: string) => void
}

/** Turns signatures on, or replaces their secret. */
export function SenderForm({ verification, saved }: SenderFormProps) {
  const { webhook } = useWebhook()
  const isNew = verification === undefined
  const [chosen, choose] = useState<SchemeName | null>(null)
  const scheme = chosen ?? schemeOf(verification?.scheme ?? webhook.format)
  const facts: SenderScheme = SENDER_SCHEMES[scheme]
  const [entered, setEntered] = useState<Entered>({ ...DEFAULT_STYLE, header: '', secret: '' })
  const enter = (changes: Partial<Entered>) => setEntered({ ...entered, ...changes })
  const [isTried, setTried] = useState(false)
  const { busy, error, run } = useAction()
  useEffect(() => {
    // Asked for by a button, which is gone.
    if (!isNew) document.getElementById('sender-secret')?.focus()
  }, [])
  const lacksHeader = isNew && facts.header === '' && entered.header.trim() === ''
  const faults: Readonly<Partial<Record<TextName, string | false>>> = {
    header: lacksHeader && 'Enter the name of the header',
    secret: entered.secret.trim() === '' && 'Enter a secret, or generate one',
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setTried(true)
    const wrong = fieldNames(faults).find((name) => faults[name])
    if (wrong) document.getElementById(`sender-${wrong}`)?.focus()
    else run(save)
  }
  const save = async () => {
    const { secret } = entered
    const settings = isNew ? settingsToWire(facts, entered) : {}
    const input = { scheme, ...settings, secret, keep_secret: !isNew }
    saved(await saveOnly(webhook, { verification: input }), secret.trim())
    toast(isNew ? 'Signatures are checked' : 'Secret replaced; the old one still works')
  }
  const textField: TextFields = (name) => ({
    id: `sender-${name}`,
    value: entered[name],
    onText: (text) => enter({ [name]: text }),
    fault: (isTried && faults[name]) || null,
    spellcheck: false,
  })
  return (
    <form noValidate class="stack mt-3" onSubmit={submit}>
      {isNew && <Method {...{ scheme, choose, entered, enter, textField }} />}
      <TextField {...textField('secret')} label="Secret of the sender" hint={facts.paste} />
      {!facts.isTheirs && (
        <div class="row">
          <Button small onPress={() => enter({ secret: generated(facts) })}>
            Generate a secret
          </Button>
        </div>
      )}
      {error && <Unchanged error={error} />}
      <div class="row">
        <Button kind="primary" small submit busy={busy && 'Saving'}>
          {isNew ? 'Check signatures' : 'Save the new secret'}
        </Button>
      </div>
    </form>
  )
}

interface MethodProps {
  readonly scheme: SchemeName
  readonly choose: (scheme: SchemeName) => void
  readonly entered: Entered
  readonly enter: (changes: Partial<Entered>) => void
  readonly textField: TextFields
}

/** How the sending program signs. */
function Method({ scheme, choose, ...fields }: MethodProps) {
  const { header, isStyled }: SenderScheme = SENDER_SCHEMES[scheme]
  return (
    <>
      <SelectField
        id="sender-scheme"
        label="Sent by"
        choices={CHOICES}
        chosen={scheme}
        onChoose={choose}
      />
      {header !== null && (
        <TextField
          {...fields.textField('header')}
          label="Header"
          optional={header !== ''}
          placeholder={header || (isStyled ? 'X-Signature' : 'X-Webhook-Token')}
        />
      )}
      {isStyled && <StyleFields {...fields} />}
    </>
  )
}

/** How a program that is not in the list writes a signature. */
function StyleFields({ entered, enter, textField }: Omit<MethodProps, 'scheme' | 'choose'>) {
  return (
    <>
      <TextField {...textField('prefix')} label="Prefix" optional placeholder="sha256=" />
      <SelectField
        id="sender-encoding"
        label="Encoding"
        choices={ENCODINGS}
        chosen={entered.encoding}
        onChoose={(encoding) => enter({ encoding })}
      />
      <TextField
        {...textField('timestampHeader')}
        label="Header with the time"
        optional
        placeholder="X-Timestamp"
        hint="Only if the program also signs the time. Requests then cannot be replayed after 5 minutes."
      />
      {entered.timestampHeader.trim() !== '' && (
        <TextField
          {...textField('signed')}
          label="Signed text"
          optional
          placeholder={DEFAULT_STYLE.signed}
          hint="{time} and {body} with the program’s separators, such as v0:{time}:{body}."
        />
      )}
    </>
  )
}

/** The scheme of this name, or the one that senders of this format use. */
function schemeOf(name: string): SchemeName {
  return isSchemeName(name) ? name : (SCHEMES.get(name) ?? 'github')
}

/** The members of the API. What is signed without a time is the body. */
function settingsToWire({ header, isStyled }: SenderScheme, entered: Entered): Wire {
  const timestampHeader = entered.timestampHeader.trim()
  const style = {
    prefix: entered.prefix.trim(),
    encoding: entered.encoding,
    timestamp_header: timestampHeader,
    signed: timestampHeader === '' ? null : entered.signed.trim(),
  }
  return {
    ...(header !== null && { header: entered.header.trim() }),
    ...(isStyled && style),
  }
}

function generated({ isBase64 }: SenderScheme) {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES))
  const base64 = btoa(String.fromCharCode(...bytes))
  if (isBase64) return `whsec_${base64}`
  return base64.replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '')
}
