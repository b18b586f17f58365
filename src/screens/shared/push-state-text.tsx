import { Trans } from '@lingui/react/macro'
import type { PushSwitchState } from '#src/flows/flow-context.ts'

/** Whether this browser rings, and what stands in the way where it does not. */
export function PushStateText({ state }: { state: PushSwitchState }) {
  switch (state) {
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
