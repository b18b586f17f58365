import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import { useConnection } from '#src/stores/connection-store.ts'
import { usePreferences } from '#src/stores/preferences-store.ts'
import { Switch } from '#src/ui/form/switch.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Place } from '#src/ui/state/place.tsx'
import { lastOffered } from './last-offered.ts'
import { useWhatsapp } from './use-whatsapp.ts'
import { WhatsappSheet } from './whatsapp-sheet.tsx'

/** The row's place, until it is known how one is reached: only where it was offered before. */
export function WhatsappPlace() {
  const { t } = useLingui()
  if (!lastOffered.read()) return null
  return (
    <Place>
      <Switch
        icon="poll"
        label={t`Por WhatsApp si el aviso no llega`}
        checked={false}
        onChange={() => {}}
        stateText={<Trans>Desactivado</Trans>}
      />
    </Place>
  )
}

const TONES = {
  saving: 'plain',
  'not-saved': 'loss',
  'on-offline': 'almost',
  offline: 'almost',
  on: 'ok',
  'change-not-brought': 'loss',
  'change-missing': 'almost',
  'not-brought': 'loss',
  'code-missing': 'almost',
  off: 'plain',
} as const

interface StandingTextProps {
  standing: keyof typeof TONES
  number: string | null
  /** Where a code went. */
  asked: string | null
}

/** How it stands, in words. */
function StandingText({ standing, number, asked }: StandingTextProps) {
  switch (standing) {
    case 'saving':
      return <Trans>Un momento…</Trans>
    case 'not-saved':
      return <Trans>No se pudo guardar. Inténtalo de nuevo.</Trans>
    case 'on-offline':
      return <Trans>Activado. Se cambia con conexión.</Trans>
    case 'offline':
      return <Trans>Se cambia con conexión</Trans>
    case 'on':
      return <Trans>Activado, al número que termina en {number}</Trans>
    case 'change-not-brought':
      return (
        <Trans>
          Activado, al número que termina en {number}. WhatsApp no pudo entregar el código al que termina en{' '}
          {asked}.
        </Trans>
      )
    case 'change-missing':
      return (
        <Trans>
          Activado, al número que termina en {number}, hasta que escribas el código que enviamos al que
          termina en {asked}
        </Trans>
      )
    case 'not-brought':
      return <Trans>WhatsApp no pudo entregar el código</Trans>
    case 'code-missing':
      return <Trans>Falta el código que enviamos al que termina en {asked}</Trans>
    case 'off':
      return <Trans>Desactivado</Trans>
  }
}

/** "Por WhatsApp si el aviso no llega": on with a number that is one's own, and the way to it. */
export function WhatsappRow() {
  const { t } = useLingui()
  const { whatsapp, isUnknowable } = useWhatsapp()
  const wished = usePreferences(store => store.preferences.whatsapp)
  const online = useConnection(connection => connection.online)
  const save = useErrand('savePreferences', 'whatsapp')
  const [isOpen, setOpen] = useState(false)
  if (!whatsapp && !isUnknowable) return <WhatsappPlace />
  if (!whatsapp) {
    return lastOffered.read() ? (
      <Switch
        icon="poll"
        label={t`Por WhatsApp si el aviso no llega`}
        checked={false}
        disabled
        onChange={() => {}}
        tone="almost"
        stateText={online ? <Trans>No pudimos saber cómo está</Trans> : <Trans>Se ve con conexión</Trans>}
      />
    ) : null
  }
  if (!whatsapp.offered) return null
  const { confirmed, number, code } = whatsapp
  const isOn = confirmed && wished === true

  const standing = save.busy
    ? 'saving'
    : save.failure
      ? 'not-saved'
      : !online
        ? isOn
          ? 'on-offline'
          : 'offline'
        : isOn
          ? code?.failed
            ? 'change-not-brought'
            : code
              ? 'change-missing'
              : 'on'
          : code?.failed
            ? 'not-brought'
            : code
              ? 'code-missing'
              : 'off'

  function change(toOn: boolean) {
    save.forget()
    if (toOn && !confirmed) setOpen(true)
    else void save.run({ whatsapp: toOn })
  }

  return (
    <>
      <Switch
        icon="poll"
        label={t`Por WhatsApp si el aviso no llega`}
        checked={isOn}
        disabled={save.busy || !online}
        onChange={change}
        tone={TONES[standing]}
        stateText={<StandingText standing={standing} number={number} asked={code?.number ?? number} />}
        action={
          online &&
          (confirmed || code) && (
            <Button look="plain" size="tight" onClick={() => setOpen(true)}>
              {code ? <Trans>Escribir el código</Trans> : <Trans>Cambiar el número</Trans>}
            </Button>
          )
        }
      />
      <WhatsappSheet open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
