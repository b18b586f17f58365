import { Trans } from '@lingui/react/macro'
import type { PushSwitchState } from '#src/flows/flow-context.ts'
import { useNow } from '#src/queries/use-now.ts'
import { usePush } from '#src/stores/push-store.ts'
import { dayText, timeText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'

/** Whether this browser rings, and what stands in the way where it does not. */
export function PushStateText({ state }: { state: PushSwitchState }) {
  switch (state) {
    case 'unconfirmed':
      return <UnconfirmedText />
    case 'on':
      return <Trans>Activado</Trans>
    case 'off':
      return <Trans>Desactivado</Trans>
    case 'blocked':
      return <Trans>Bloqueado por el teléfono: permítelo en los ajustes del navegador</Trans>
    case 'needs-install':
      return <Trans>En iPhone, primero instala la aplicación</Trans>
    case 'unsupported':
      return <Trans>Este navegador no puede avisarte</Trans>
    case 'failed':
      return <Trans>No se pudo activar. Inténtalo de nuevo.</Trans>
  }
}

/** What was known of it last, and when: nobody can be asked now. */
function UnconfirmedText() {
  const language = useLanguage()
  const knownAt = usePush(push => push.knownAt)
  const now = useNow()
  if (knownAt === null) return <Trans>Activado, sin confirmar: no hay conexión</Trans>
  const at = new Date(knownAt)
  const day = dayText(at, new Date(now), language)
  const time = timeText(at, language)
  return (
    <Trans>
      Activado según lo último que supimos ({day}, {time})
    </Trans>
  )
}
