import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { flows } from '#src/flows/flows.ts'
import type { TestedPush } from '#src/flows/push/test-push.ts'
import { PushStateText } from '#src/screens/shared/push-state-text.tsx'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import { usePreferences } from '#src/stores/preferences-store.ts'
import { usePush } from '#src/stores/push-store.ts'
import { timeText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { Switch } from '#src/ui/form/switch.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Place } from '#src/ui/state/place.tsx'

const TONES = {
  unconfirmed: 'almost',
  on: 'ok',
  off: 'plain',
  blocked: 'almost',
  'needs-install': 'almost',
  unsupported: 'plain',
  failed: 'loss',
} as const

/** What became of the trial notice of this browser. */
function TestedText({ tested }: { tested: TestedPush }) {
  const language = useLanguage()
  if (tested.status === 'late')
    return <Trans>El aviso de prueba no llegó en 15 segundos. Actívalo de nuevo y prueba otra vez.</Trans>
  if (tested.status === 'failed') return <Trans>El aviso de prueba no salió. Inténtalo de nuevo.</Trans>
  const time = timeText(new Date(tested.at), language)
  return <Trans>Llegó a este teléfono a las {time}</Trans>
}

/** The switch's place, until it is known who would be called. */
export function PushSwitchPlace() {
  const { t } = useLingui()
  const state = usePush(push => push.state)
  return (
    <Place>
      <Switch
        icon="bell"
        label={t`Avísame con el teléfono bloqueado`}
        checked={false}
        onChange={() => {}}
        stateText={<PushStateText state={state} />}
      />
    </Place>
  )
}

/** "Avísame con el teléfono bloqueado": the switch in its true state, and a try of it. */
export function PushSwitch({ where }: { where: 'after-ticket' | 'preferences' }) {
  const { t } = useLingui()
  const state = usePush(push => push.state)
  const isWorking = usePush(push => push.isWorking)
  const enable = useErrand('enablePush')
  const disable = useErrand('disablePush')
  const test = useErrand('testPush')
  const resubscribe = useErrand('resubscribePush')
  const decline = useErrand('declinePush')
  const neverAgain = usePreferences(store => store.preferences.never_show_popup_notifications)
  const tested = test.outcome

  // The push service may have given this browser up since the start.
  useEffect(() => {
    flows
      .get()
      .then(({ renewPush }) => renewPush())
      .catch(reportError)
  }, [])

  function activateAgain() {
    test.forget()
    void resubscribe.run()
  }

  // Who said no once is not asked here again; the profile's switch asks (PUSH-06).
  const isSilenced = neverAgain && where === 'after-ticket' && state === 'off'

  return (
    <Switch
      icon="bell"
      label={t`Avísame con el teléfono bloqueado`}
      checked={state === 'on' || state === 'unconfirmed'}
      disabled={isWorking || state === 'blocked' || state === 'unsupported' || state === 'needs-install'}
      onChange={isOn => void (isOn ? enable.run(where) : disable.run())}
      tone={TONES[state]}
      stateText={
        isWorking ? (
          <Trans>Un momento…</Trans>
        ) : test.busy ? (
          <Trans>Enviado: espera unos segundos</Trans>
        ) : tested && state === 'on' ? (
          <TestedText tested={tested} />
        ) : (
          <PushStateText state={state} />
        )
      }
      action={
        state === 'on' && tested?.status === 'late' ? (
          <Button look="soft" size="tight" busy={resubscribe.busy} onClick={activateAgain}>
            <Trans>Activar de nuevo</Trans>
          </Button>
        ) : state === 'on' ? (
          <Button look="plain" size="tight" busy={test.busy} onClick={() => void test.run()}>
            <Trans>Probar el aviso</Trans>
          </Button>
        ) : state === 'needs-install' ? (
          <Button look="plain" size="tight" href="/profile#install">
            <Trans>Cómo se instala</Trans>
          </Button>
        ) : isSilenced ? (
          <Button look="plain" size="tight" href="/profile">
            <Trans>Cambiar en tu perfil</Trans>
          </Button>
        ) : state === 'off' && where === 'after-ticket' && !isWorking ? (
          <Button look="hushed" size="tight" busy={decline.busy} onClick={() => void decline.run()}>
            <Trans>No volver a preguntar</Trans>
          </Button>
        ) : undefined
      }
    />
  )
}
