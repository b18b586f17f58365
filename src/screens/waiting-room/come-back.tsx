import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import type { TicketReceipt } from '#src/db/temporary-tickets.ts'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import { useConnection } from '#src/stores/connection-store.ts'
import { errorText } from '#src/texts/error-texts.ts'
import { returnLimitByVideo, returnWhileClosed } from '#src/texts/ticket-error-texts.ts'
import { useOfficeTime } from '#src/texts/use-office-time.ts'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'

const byVideo: typeof returnWhileClosed = { 'return-limit-reached': returnLimitByVideo }

/**
 * "Ya llegué": the way back into the line for whoever missed their call, with what it costs. Who is attended
 * by video arrives nowhere, and finds no module. Where the server knows no such way any more, nothing is
 * offered.
 */
export function ComeBack({ ticket, now }: { ticket: TicketReceipt; now: Date }) {
  const { i18n } = useLingui()
  const officeTime = useOfficeTime(ticket.time_zone)
  const online = useConnection(connection => connection.online)
  const { run, busy, failure } = useErrand('comeBack', ticket.tuid)
  // What an earlier version kept says nothing of it.
  const { returns_left, front_until, meet }: Partial<TicketReceipt> = ticket
  if (!returns_left) return null
  const front = front_until ? new Date(front_until) : null
  const until = front && officeTime(front)
  return (
    <>
      {failure && (
        <Note tone="loss" role="alert">
          {i18n._((meet ? byVideo : returnWhileClosed)[failure.code] ?? errorText(failure.code))}
        </Note>
      )}
      <Button
        wide
        size="tall"
        icon={meet ? 'video' : 'walk'}
        busy={busy}
        disabled={!online}
        onClick={() => void run(ticket.tuid)}
      >
        {meet ? <Trans>Ya estoy aquí</Trans> : <Trans>Ya llegué</Trans>}
      </Button>
      <Note icon={online ? undefined : 'offline'}>
        {!online && meet ? (
          <Trans>Sin conexión no podemos avisar a la oficina. Dilo cuando vuelva la conexión.</Trans>
        ) : !online ? (
          <Trans>Sin conexión no podemos avisar a la oficina. Dilo en un módulo.</Trans>
        ) : front && now <= front ? (
          <Trans>Si lo dices antes de las {until}, vuelves al principio de la fila. Después, al final.</Trans>
        ) : (
          <Trans>Vuelves al final de la fila, con el mismo número.</Trans>
        )}
      </Note>
    </>
  )
}
