import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { useNow } from '#src/queries/use-now.ts'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import { lastStood } from '#src/stores/last-stood.ts'
import { isGuest, isUnknown, useSession } from '#src/stores/session-store.ts'
import { timeText } from '#src/texts/clock-text.ts'
import { errorText } from '#src/texts/error-texts.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { TextField } from '#src/ui/form/text-field.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Section } from '#src/ui/shell/screen-body.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { Place } from '#src/ui/state/place.tsx'
import styles from './profile-screen.module.css'

/** Carrying session and numbers to another browser, by a code that is good once and for ten minutes. */
export function CarryCard() {
  const { t } = useMacro()
  const guest = useSession(isGuest)
  const unknown = useSession(isUnknown)
  const card = (unknown ? lastStood.somebody() : !guest) ? <MakeCode /> : <RedeemCode />
  return <Section title={t`Lleva tu número`}>{unknown ? <Place>{card}</Place> : card}</Section>
}

function MakeCode() {
  const { i18n } = useLingui()
  const language = useLanguage()
  const now = useNow()
  const { run, busy, outcome, failure } = useErrand('makeHandover')
  const made = outcome?.status === 'done' && Date.parse(outcome.expires_at) > now ? outcome : null
  return (
    <>
      {made ? (
        <>
          <p>
            <Trans>
              Escribe este código en el otro teléfono, en Perfil. Sirve una vez, hasta las{' '}
              {timeText(new Date(made.expires_at), language)}.
            </Trans>
          </p>
          <output className={`${styles.code} numerals`}>{made.code}</output>
        </>
      ) : (
        <p>
          <Trans>Sigue en otro teléfono, o en la aplicación recién instalada.</Trans>
        </p>
      )}
      {failure && (
        <Note tone="loss" role="alert">
          {i18n._(errorText(failure.code))}
        </Note>
      )}
      {/* Also below a code: nobody here is told that it was used. */}
      <Button look="soft" wide icon="share" busy={busy} onClick={() => void run()}>
        <Trans>Crear un código</Trans>
      </Button>
    </>
  )
}

function RedeemCode() {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const { run, busy, failure } = useErrand('redeemHandover')
  const [code, setCode] = useState('')
  function redeem(event: FormEvent) {
    event.preventDefault()
    if (code.trim() !== '') void run(code.trim())
  }
  return (
    <form className={styles.stack} onSubmit={redeem}>
      <TextField
        label={t`Código del otro teléfono`}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        maxLength={20}
        value={code}
        error={failure && i18n._(errorText(failure.code))}
        onChange={event => setCode(event.target.value)}
      />
      <Button type="submit" look="soft" wide busy={busy}>
        <Trans>Traer mi número</Trans>
      </Button>
    </form>
  )
}
