import type { JSX } from 'preact'
import {
  DEFAULT_STYLE,
  SIGNATURE_ENCODINGS,
  type ShownVerification,
  type WholeStyle,
} from '../../../../lib/model/verification-fields.js'
import { Field } from '../../parts/field.js'

interface StyleFieldsProps {
  readonly style: WholeStyle
  readonly change: (style: WholeStyle) => void
}

/** How a program that is not in the list signs. */
export function StyleFields({ style, change }: StyleFieldsProps): JSX.Element {
  const set = (changes: Partial<WholeStyle>): void => change({ ...style, ...changes })
  return (
    <>
      <StyleField
        id="sender-prefix"
        label="Prefix"
        placeholder="sha256="
        value={style.prefix}
        change={(prefix) => set({ prefix })}
      />
      <Field id="sender-encoding" label="Encoding">
        {(attributes) => (
          <select
            {...attributes}
            class="input"
            value={style.encoding}
            onChange={(event) => {
              const chosen = SIGNATURE_ENCODINGS.find((name) => name === event.currentTarget.value)
              if (chosen) set({ encoding: chosen })
            }}
          >
            {SIGNATURE_ENCODINGS.map((name) => (
              <option key={name} value={name}>
                {name === 'hex' ? 'Hexadecimal' : 'Base64'}
              </option>
            ))}
          </select>
        )}
      </Field>
      <StyleField
        id="sender-timestamp"
        label="Header with the time"
        placeholder="X-Timestamp"
        hint="Only if the program also signs the time. Requests then cannot be replayed after 5 minutes."
        value={style.timestampHeader}
        change={(timestampHeader) => set({ timestampHeader })}
      />
      {style.timestampHeader.trim() !== '' && (
        <StyleField
          id="sender-signed"
          label="Signed text"
          placeholder={DEFAULT_STYLE.signed}
          hint="{time} and {body} with the program’s separators, such as v0:{time}:{body}."
          value={style.signed}
          change={(signed) => set({ signed })}
        />
      )}
    </>
  )
}

interface StyleFieldProps {
  readonly id: string
  readonly label: string
  readonly placeholder: string
  readonly hint?: string
  readonly value: string
  readonly change: (text: string) => void
}

function StyleField({ id, label, hint, placeholder, value, change }: StyleFieldProps): JSX.Element {
  return (
    <Field id={id} label={label} optional {...(hint === undefined ? {} : { hint })}>
      {(attributes) => (
        <input
          {...attributes}
          class="input"
          autocomplete="off"
          spellcheck={false}
          placeholder={placeholder}
          value={value}
          onInput={(event) => change(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

/** The members of the API. What is signed without a time is the body. */
export function styleToWire(style: WholeStyle): Readonly<Record<string, string | null>> {
  const timestampHeader = style.timestampHeader.trim()
  return {
    prefix: style.prefix.trim(),
    encoding: style.encoding,
    timestamp_header: timestampHeader,
    signed: timestampHeader === '' ? null : style.signed.trim(),
  }
}

/** Where the signature is, and how it is written: `X-Signature: sha256=…`. */
export function WrittenAs({ header, prefix = '', encoding }: ShownVerification): JSX.Element {
  return (
    <>
      {' '}
      in{' '}
      <code>
        {header}
        {prefix !== '' && `: ${prefix}…`}
      </code>
      {encoding === 'base64' && ' as base64'}
    </>
  )
}
