import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { WHATSAPP_CODE_AGAIN_MS, WHATSAPP_CODE_DIGITS, WHATSAPP_CODE_MS } from '#contract/limits.ts'
import type { WhatsappState } from '#contract/rest/whatsapp.ts'
import { e164Of } from '#contract/rules/whatsapp-number.ts'
import { useNow } from '#src/queries/use-now.ts'
import styles from '#src/screens/introduction/identify-form.module.css'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import { useSession } from '#src/stores/session-store.ts'
import { timeText } from '#src/texts/clock-text.ts'
import { errorText } from '#src/texts/error-texts.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { TextField } from '#src/ui/form/text-field.tsx'
import { Sheet } from '#src/ui/layer/sheet.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { useWhatsapp } from './use-whatsapp.ts'

export interface WhatsappSheetProps {
  open: boolean
  onClose: () => void
}

/** A number is one's own, and no other waits for its code to take its place. */
const isSettled = ({ confirmed, code }: WhatsappState) => confirmed && code === null

/** The number, then the code that was sent there: two questions, one at a time. */
export function WhatsappSheet({ open, onClose }: WhatsappSheetProps) {
  const { t } = useMacro()
  const [asksAnew, setAsksAnew] = useState(false)
  const { whatsapp, learn, lookAgain } = useWhatsapp({ awaitsCode: open && !asksAnew })
  const code = whatsapp?.code ?? null
  const awaitsCode = code !== null && !asksAnew

  function close() {
    setAsksAnew(false)
    onClose()
  }

  return (
    <Sheet
      open={open}
      onClose={close}
      title={awaitsCode ? t`Escribe el código` : t`¿A qué número te escribimos?`}
      closeLabel={t`Cerrar`}
    >
      {open &&
        (awaitsCode ? (
          <CodeForm
            code={code}
            number={code.number ?? whatsapp?.number ?? ''}
            onLearned={learned => {
              learn(learned)
              if (isSettled(learned)) close()
            }}
            onOther={() => setAsksAnew(true)}
          />
        ) : (
          <NumberForm
            isKnown={whatsapp?.confirmed === true}
            onLearned={learned => {
              learn(learned)
              setAsksAnew(false)
              // The same number as before, which needs no code.
              if (isSettled(learned)) close()
            }}
            onForgotten={learned => {
              learn(learned)
              close()
            }}
            onFailed={lookAgain}
          />
        ))}
    </Sheet>
  )
}

interface NumberFormProps {
  isKnown: boolean
  onLearned: (whatsapp: WhatsappState) => void
  onForgotten: (whatsapp: WhatsappState) => void
  onFailed: () => void
}

function NumberForm({ isKnown, onLearned, onForgotten, onFailed }: NumberFormProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const known = useSession(session => session.user?.phone ?? '')
  const ask = useErrand('askWhatsappCode')
  const forget = useErrand('forgetWhatsapp')
  // Another number than the one that is known is why somebody comes here again.
  const [phone, setPhone] = useState(() => (isKnown ? '' : (e164Of(known) ?? known)))
  const [isFaulty, setFaulty] = useState(false)
  const failure = ask.failure ?? forget.failure
  const isOfField = failure?.code === 'whatsapp-number-invalid' || failure?.code === 'whatsapp-undeliverable'
  const fault = isFaulty ? 'whatsapp-number-invalid' : isOfField ? failure.code : null

  async function send(event: FormEvent) {
    event.preventDefault()
    forget.forget()
    setFaulty(e164Of(phone) === null)
    if (e164Of(phone) === null) return
    const outcome = await ask.run(phone)
    if (outcome.status === 'done') onLearned(outcome.whatsapp)
    else onFailed()
  }

  async function remove() {
    ask.forget()
    const outcome = await forget.run()
    if (outcome.status === 'done') onForgotten(outcome.whatsapp)
    else onFailed()
  }

  return (
    <form noValidate className={styles.form} onSubmit={event => void send(event)}>
      <p>
        <Trans>Si al llamarte el aviso no llega a tu teléfono en 15 segundos, te escribimos ahí.</Trans>
      </p>
      <TextField
        label={t`Tu número de WhatsApp`}
        hint={<Trans>Con el código de su país. Te enviamos un código para saber que es tuyo.</Trans>}
        type="tel"
        autoComplete="tel"
        placeholder="+56 9 1234 5678"
        value={phone}
        error={fault && i18n._(errorText(fault))}
        onChange={event => {
          setFaulty(false)
          setPhone(event.target.value)
        }}
      />
      {failure && !fault && (
        <Note tone="loss" role="alert">
          {i18n._(errorText(failure.code))}
        </Note>
      )}
      <Button type="submit" wide size="tall" busy={ask.busy}>
        <Trans>Enviar el código</Trans>
      </Button>
      {isKnown && (
        <Button look="danger" wide busy={forget.busy} onClick={() => void remove()}>
          <Trans>Quitar mi número</Trans>
        </Button>
      )}
    </form>
  )
}

interface CodeFormProps {
  code: NonNullable<WhatsappState['code']>
  number: string
  onLearned: (whatsapp: WhatsappState) => void
  onOther: () => void
}

function CodeForm({ code, number, onLearned, onOther }: CodeFormProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const language = useLanguage()
  const now = useNow()
  const { run, busy, failure } = useErrand('confirmWhatsapp')
  const [typed, setTyped] = useState('')
  const [isFaulty, setFaulty] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const digits = typed.replace(/[\s-]/g, '')
  const isWhole = new RegExp(`^\\d{${WHATSAPP_CODE_DIGITS}}$`).test(digits)
  const expires = Date.parse(code.expires_at)
  // One that was sent a moment ago is still under way.
  const mayAskAgain = code.failed || now > expires - WHATSAPP_CODE_MS + WHATSAPP_CODE_AGAIN_MS
  const isOfField = failure?.code === 'whatsapp-code-wrong' || failure?.code === 'whatsapp-code-over'
  const time = timeText(new Date(expires), language)

  // It takes the place of the number's, from which the focus goes.
  useEffect(() => field.current?.focus(), [])

  async function confirm(event: FormEvent) {
    event.preventDefault()
    setFaulty(!isWhole)
    if (!isWhole) return
    const outcome = await run(digits)
    if (outcome.status === 'done') onLearned(outcome.whatsapp)
  }

  return (
    <form noValidate className={styles.form} onSubmit={event => void confirm(event)}>
      {code.failed ? (
        <Note tone="loss" role="alert">
          <Trans>WhatsApp no pudo entregar el código al número que termina en {number}.</Trans>
        </Note>
      ) : (
        <p role="status">
          <Trans>
            Va por WhatsApp al número que termina en {number}. Vale hasta las {time}.
          </Trans>
        </p>
      )}
      <TextField
        ref={field}
        label={t`Código de 6 dígitos`}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        value={typed}
        error={
          isFaulty ? (
            <Trans>El código tiene 6 dígitos</Trans>
          ) : (
            isOfField && failure && i18n._(errorText(failure.code))
          )
        }
        onChange={event => {
          setFaulty(false)
          setTyped(event.target.value)
        }}
      />
      {failure && !isOfField && (
        <Note tone="loss" role="alert">
          {i18n._(errorText(failure.code))}
        </Note>
      )}
      <Button type="submit" wide size="tall" busy={busy}>
        <Trans>Confirmar</Trans>
      </Button>
      <Button look="plain" wide onClick={onOther}>
        {mayAskAgain ? (
          <Trans>Pedir otro código o cambiar el número</Trans>
        ) : (
          <Trans>Cambiar el número</Trans>
        )}
      </Button>
    </form>
  )
}
