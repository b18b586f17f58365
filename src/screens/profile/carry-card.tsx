import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { useFlow } from '#src/screens/shared/use-flow.ts'
import { isGuest, isUnknown, useSession } from '#src/stores/session-store.ts'
import { timeText } from '#src/texts/clock-text.ts'
import { errorText } from '#src/texts/error-texts.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { TextField } from '#src/ui/form/text-field.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Section } from '#src/ui/shell/screen-body.tsx'
import { Note } from '#src/ui/state/note.tsx'
import styles from './profile-screen.module.css'

/** Carrying session and numbers to another browser, by a code that is good once and for ten minutes. */
export function CarryCard() {
  const { t } = useMacro()
  const guest = useSession(isGuest)
  const unknown = useSession(isUnknown)
  if (unknown) return null
  return <Section title={t`Lleva tu número`}>{guest ? <RedeemCode /> : <MakeCode />}</Section>
}

function MakeCode() {
  const { i18n } = useLingui()
  const language = useLanguage()
  const { run, busy } = useFlow('makeHandover')
  const [made, setMade] = useState<{ code: string; until: string } | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  async function make() {
    const outcome = await run()
    if (outcome?.status === 'done')
      setMade({ code: outcome.code, until: timeText(new Date(outcome.expires_at), language) })
    else setFault(i18n._(errorText(outcome?.code ?? 'internal')))
  }
  if (made) {
    return (
      <>
        <p>
          <Trans>
            Escribe este código en el otro teléfono, en Perfil. Sirve una vez, hasta las {made.until}.
          </Trans>
        </p>
        <output className={`${styles.code} numerals`}>{made.code}</output>
      </>
    )
  }
  return (
    <>
      <p>
        <Trans>Sigue en otro teléfono, o en la aplicación recién instalada.</Trans>
      </p>
      {fault && (
        <Note tone="loss" role="alert">
          {fault}
        </Note>
      )}
      <Button look="soft" wide icon="share" busy={busy} onClick={() => void make()}>
        <Trans>Crear un código</Trans>
      </Button>
    </>
  )
}

function RedeemCode() {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const { run, busy } = useFlow('redeemHandover')
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  async function redeem(event: FormEvent) {
    event.preventDefault()
    if (code.trim() === '') return
    setFault(null)
    const outcome = await run(code.trim())
    if (outcome?.status !== 'done') setFault(i18n._(errorText(outcome?.code ?? 'internal')))
  }
  return (
    <form className={styles.stack} onSubmit={event => void redeem(event)}>
      <TextField
        label={t`Código del otro teléfono`}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        maxLength={20}
        value={code}
        error={fault}
        onChange={event => setCode(event.target.value)}
      />
      <Button type="submit" look="soft" wide busy={busy}>
        <Trans>Traer mi número</Trans>
      </Button>
    </form>
  )
}
