import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { PushStateText } from '#src/screens/shared/push-state-text.tsx'
import { useFlow } from '#src/screens/shared/use-flow.ts'
import { usePreferences } from '#src/stores/preferences-store.ts'
import { usePush } from '#src/stores/push-store.ts'
import { Switch } from '#src/ui/form/switch.tsx'
import { Button } from '#src/ui/press/button.tsx'

const TONES = {
  on: 'ok',
  off: 'plain',
  blocked: 'almost',
  'needs-install': 'almost',
  unsupported: 'plain',
  failed: 'loss',
} as const

/** "Avísame con el teléfono bloqueado": the switch in its true state, and a try of it. */
export function PushSwitch({ where }: { where: 'after-ticket' | 'preferences' }) {
  const { t } = useLingui()
  const state = usePush(push => push.state)
  const isWorking = usePush(push => push.isWorking)
  const enable = useFlow('enablePush')
  const disable = useFlow('disablePush')
  const test = useFlow('testPush')
  const decline = useFlow('declinePush')
  const neverAgain = usePreferences(store => store.preferences.never_show_popup_notifications)
  const [tested, setTested] = useState<'sent' | 'failed' | null>(null)

  // Who said no once is not asked here again; the profile's switch asks (PUSH-06).
  const isSilenced = neverAgain && where === 'after-ticket' && state === 'off'

  async function tryIt() {
    const outcome = await test.run()
    setTested(outcome?.status === 'done' ? 'sent' : 'failed')
  }

  return (
    <Switch
      icon="bell"
      label={t`Avísame con el teléfono bloqueado`}
      checked={state === 'on'}
      disabled={isWorking || state === 'blocked' || state === 'unsupported' || state === 'needs-install'}
      onChange={isOn => void (isOn ? enable.run(where) : disable.run())}
      tone={TONES[state]}
      stateText={
        isWorking ? (
          <Trans>Un momento…</Trans>
        ) : tested === 'sent' && state === 'on' ? (
          <Trans>Enviado: debería llegar en segundos</Trans>
        ) : tested === 'failed' && state === 'on' ? (
          <Trans>El aviso de prueba no salió. Inténtalo de nuevo.</Trans>
        ) : (
          <PushStateText state={state} />
        )
      }
      action={
        state === 'on' ? (
          <Button look="plain" size="tight" busy={test.busy} onClick={() => void tryIt()}>
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
          <Button look="plain" size="tight" busy={decline.busy} onClick={() => void decline.run()}>
            <Trans>No volver a preguntar</Trans>
          </Button>
        ) : undefined
      }
    />
  )
}
