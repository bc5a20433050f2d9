import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { fieldNames } from '../../../../lib/model/fields.js'
import {
  DEFAULT_STYLE,
  isSchemeName,
  SENDER_SCHEMES,
  type SenderScheme,
  type SchemeName,
  type ShownVerification,
  type WholeStyle,
} from '../../../../lib/model/verification-fields.js'
import { saveVerification, type Webhook } from '../../api/webhooks.js'
import { Button } from '../../parts/button.js'
import { Field } from '../../parts/field.js'
import { useAction } from '../../state/action.js'
import { toast } from '../../state/toasts.js'
import { Unchanged } from '../form/unchanged.js'
import { StyleFields, styleToWire } from './sender-style.js'

const SECRET_BYTES = 32
const NAMES = fieldNames(SENDER_SCHEMES)
/** How programs sign whose formats are called otherwise. */
const SCHEMES = new Map<string, SchemeName>([
  ['azuredevops', 'token'],
  ['datadog', 'token'],
  ['jira', 'bitbucket'],
])

interface SenderFormProps {
  readonly webhook: Webhook
  /** What is replaced; absent: signatures are turned on. */
  readonly verification?: ShownVerification
  readonly saved: (webhook: Webhook, secret: string) => void
}

/** Turns signatures on, or replaces their secret. */
export function SenderForm({ webhook, verification, saved }: SenderFormProps): JSX.Element {
  const [chosen, choose] = useState<SchemeName | null>(null)
  const scheme = chosen ?? schemeOf(verification?.scheme ?? webhook.format)
  const [header, setHeader] = useState('')
  const [style, setStyle] = useState<WholeStyle>(DEFAULT_STYLE)
  const [secret, setSecret] = useState('')
  const [isTried, setTried] = useState(false)
  const { busy, error, run } = useAction()
  const facts: SenderScheme = SENDER_SCHEMES[scheme]
  useEffect(() => {
    // Asked for by a button, which is gone.
    if (verification) document.getElementById('sender-secret')?.focus()
  }, [])
  const lacksHeader = !verification && facts.header === '' && header.trim() === ''
  const faults = {
    header: lacksHeader ? 'Enter the name of the header' : null,
    secret: secret.trim() === '' ? 'Enter a secret, or generate one' : null,
  }
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    setTried(true)
    const wrong = faults.header !== null ? 'header' : faults.secret !== null ? 'secret' : null
    if (wrong !== null) {
      document.getElementById(`sender-${wrong}`)?.focus()
      return
    }
    const input = {
      scheme,
      ...(facts.header !== null && !verification ? { header: header.trim() } : {}),
      ...(facts.isStyled && !verification ? styleToWire(style) : {}),
      secret,
      keep_secret: verification !== undefined,
    }
    run(async () => {
      saved(await saveVerification(webhook, input), secret.trim())
      toast(verification ? 'Secret replaced; the old one still works' : 'Signatures are checked')
    })
  }
  return (
    <form noValidate class="stack mt-3" onSubmit={submit}>
      {!verification && <SchemeField scheme={scheme} choose={choose} />}
      {!verification && facts.header !== null && (
        <Field
          id="sender-header"
          label="Header"
          optional={facts.header !== ''}
          fault={isTried ? faults.header : null}
        >
          {(attributes) => (
            <input
              {...attributes}
              class="input"
              autocomplete="off"
              spellcheck={false}
              placeholder={placeholderOf(facts)}
              value={header}
              onInput={(event) => setHeader(event.currentTarget.value)}
            />
          )}
        </Field>
      )}
      {!verification && facts.isStyled && <StyleFields style={style} change={setStyle} />}
      <SecretField
        facts={facts}
        secret={secret}
        change={setSecret}
        fault={isTried ? faults.secret : null}
      />
      {error !== null && <Unchanged error={error} />}
      <div class="row">
        <Button kind="primary" small submit busy={busy ? 'Saving' : null}>
          {verification ? 'Save the new secret' : 'Check signatures'}
        </Button>
      </div>
    </form>
  )
}

function placeholderOf({ header, isStyled }: SenderScheme): string {
  return header === '' ? (isStyled ? 'X-Signature' : 'X-Webhook-Token') : (header ?? '')
}

/** The scheme of this name, or the one that senders of this format use. */
function schemeOf(name: string): SchemeName {
  return isSchemeName(name) ? name : (SCHEMES.get(name) ?? 'github')
}

interface SchemeFieldProps {
  readonly scheme: SchemeName
  readonly choose: (scheme: SchemeName) => void
}

function SchemeField({ scheme, choose }: SchemeFieldProps): JSX.Element {
  return (
    <Field id="sender-scheme" label="Sent by">
      {(attributes) => (
        <select
          {...attributes}
          class="input"
          value={scheme}
          onChange={(event) => {
            const { value } = event.currentTarget
            if (isSchemeName(value)) choose(value)
          }}
        >
          {NAMES.map((name) => (
            <option key={name} value={name}>
              {SENDER_SCHEMES[name].title}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

interface SecretFieldProps {
  readonly facts: SenderScheme
  readonly secret: string
  readonly change: (secret: string) => void
  readonly fault: string | null
}

function SecretField({ facts, secret, change, fault }: SecretFieldProps): JSX.Element {
  return (
    <>
      <Field
        id="sender-secret"
        label="Secret of the sender"
        fault={fault}
        hint={
          facts.isTheirs
            ? `From the sending program: ${facts.paste}.`
            : `Goes into: ${facts.paste}.`
        }
      >
        {(attributes) => (
          <input
            {...attributes}
            class="input"
            autocomplete="off"
            spellcheck={false}
            value={secret}
            onInput={(event) => change(event.currentTarget.value)}
          />
        )}
      </Field>
      {!facts.isTheirs && (
        <div class="row">
          <Button small onPress={() => change(generated(facts))}>
            Generate a secret
          </Button>
        </div>
      )}
    </>
  )
}

function generated({ isBase64 }: SenderScheme): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES))
  const base64 = btoa(String.fromCharCode(...bytes))
  if (isBase64) return `whsec_${base64}`
  return base64.replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '')
}
