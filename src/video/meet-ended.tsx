import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { MeetPause, MeetRole } from '#contract/channel/meet-channel.ts'
import { EmptyState } from '#src/ui/state/standstill.tsx'

export interface MeetEndedProps {
  /** Who sat opposite. */
  other: MeetRole
  isDemonstration: boolean
  /** Why it goes on later; null where the office closed the attention. */
  pause: MeetPause | null
  away: ReactNode
}

/** What became of the customer's number, and what comes next. */
const paused: Record<MeetPause, { title: ReactNode; words: ReactNode }> = {
  parked: {
    title: <Trans>Te guardan el lugar</Trans>,
    words: <Trans>Ve por lo que te falta. Te volverán a llamar aquí por videollamada.</Trans>,
  },
  transferred: {
    title: <Trans>Te derivaron</Trans>,
    // Perhaps to a line where people come: its own screen says so.
    words: <Trans>Conservas tu número y tu lugar: te volverán a llamar.</Trans>,
  },
  'taken-back': {
    title: <Trans>Todavía no es tu turno</Trans>,
    words: <Trans>El llamado se anuló.</Trans>,
  },
}

/** The office closed the attention, and there is nothing to come back to; or only this call of it. */
export function MeetEnded({ other, isDemonstration, pause, away }: MeetEndedProps) {
  if (pause !== null && other === 'office')
    return (
      <EmptyState icon="hang-up" title={paused[pause].title} action={away}>
        {paused[pause].words}
      </EmptyState>
    )
  return (
    <EmptyState icon="hang-up" title={<Trans>La videollamada terminó</Trans>} action={away}>
      {pause !== null ? (
        <Trans>La atención queda para después. A la otra persona también se lo dijimos.</Trans>
      ) : other === 'customer' ? (
        <Trans>La atención quedó cerrada. A la otra persona también se lo dijimos.</Trans>
      ) : isDemonstration ? (
        <Trans>Era una oficina de demostración: no atiende nadie real. Gracias por probar.</Trans>
      ) : (
        <Trans>La oficina cerró la atención.</Trans>
      )}
    </EmptyState>
  )
}
