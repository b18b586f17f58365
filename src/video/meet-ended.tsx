import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { MeetRole } from '#contract/channel/meet-channel.ts'
import { EmptyState } from '#src/ui/state/standstill.tsx'

export interface MeetEndedProps {
  /** Who sat opposite. */
  other: MeetRole
  isDemonstration: boolean
  away: ReactNode
}

/** The office closed the attention: there is nothing to come back to. */
export function MeetEnded({ other, isDemonstration, away }: MeetEndedProps) {
  return (
    <EmptyState icon="hang-up" title={<Trans>La videollamada terminó</Trans>} action={away}>
      {other === 'customer' ? (
        <Trans>La atención quedó cerrada. A la otra persona también se lo dijimos.</Trans>
      ) : isDemonstration ? (
        <Trans>Era una oficina de demostración: no atiende nadie real. Gracias por probar.</Trans>
      ) : (
        <Trans>La oficina cerró la atención.</Trans>
      )}
    </EmptyState>
  )
}
