import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { type Meeting, meetingId } from '#contract/rest/video.ts'
import type { TicketReceipt } from '#src/db/temporary-tickets.ts'
import { useReceipts } from '#src/queries/use-receipts.ts'
import { withQueries } from '#src/queries/with-queries.tsx'
import { useAttention } from '#src/screens/held/use-attention.ts'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { refusalText } from '#src/video/meet-texts.ts'
import MeetScreen from './meet-screen.tsx'

/**
 * The video attention of a number, by its own address or by that of the reservation by which it was called:
 * while it waits or stands aside camera and microphone can be tried, and once it is called one goes in. Of a
 * reservation that was not called yet the server says when one may.
 */
function NumberMeetScreen({ meeting }: { meeting: Meeting }) {
  const { status, value: receipts = [] } = useReceipts()
  const ticket = receipts.find(({ tuid, reserve }) =>
    'tuid' in meeting ? tuid === meeting.tuid : reserve === meeting.reserve,
  )
  const tuid = ticket?.tuid ?? meetingId(meeting)
  const state = ticket?.state
  useAttention(tuid, state === 'called')
  return (
    <MeetScreen
      // Of one by which a reservation was called, the call is the reservation's.
      meeting={ticket?.reserve ? { reserve: ticket.reserve } : meeting}
      // What this browser has not heard of is the server's to refuse.
      isOver={state !== undefined && state !== 'waiting' && state !== 'parked' && state !== 'called'}
      calledAt={ticket?.called_at ?? null}
      notYet={
        // Which call one goes into is known in a moment.
        status === 'loading' ? (
          <Skeleton height="4rem" />
        ) : (
          ticket && isTooEarly(ticket) && <NotYet ticket={ticket} />
        )
      }
    />
  )
}

const isTooEarly = ({ state, meet }: TicketReceipt) =>
  state === 'waiting' || state === 'parked' || meet === false

/** Why one does not go in now. */
function NotYet({ ticket: { tuid, state, meet } }: { ticket: TicketReceipt }) {
  const { i18n } = useLingui()
  return (
    <>
      <Note icon="bell" role="status">
        {meet === false ? (
          // Moved on to a line where people come.
          i18n._(refusalText('not-by-video'))
        ) : state === 'parked' ? (
          <Trans>Te guardan el lugar. Cuando te vuelvan a llamar, aquí aparece el botón para entrar.</Trans>
        ) : (
          <Trans>Todavía no es tu turno. Cuando te llamen, aquí aparece el botón para entrar.</Trans>
        )}
      </Note>
      <Button look="soft" wide href={`/tickets/${tuid}`}>
        <Trans>Ver tu número</Trans>
      </Button>
    </>
  )
}

export default withQueries(NumberMeetScreen)
