import { Trans } from '@lingui/react/macro'
import { useReceipt } from '#src/queries/use-receipts.ts'
import { withQueries } from '#src/queries/with-queries.tsx'
import { useAttention } from '#src/screens/held/use-attention.ts'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import MeetScreen from './meet-screen.tsx'

/**
 * The video attention of a number: while it waits camera and microphone can be tried, and once it is called
 * one goes in.
 */
function NumberMeetScreen({ tuid }: { tuid: string }) {
  const { value: ticket } = useReceipt(tuid)
  const state = ticket?.state
  useAttention(tuid, state === 'called')
  return (
    <MeetScreen
      meeting={{ tuid }}
      // What this browser has not heard of is the server's to refuse.
      isOver={state !== undefined && state !== 'waiting' && state !== 'parked' && state !== 'called'}
      notYet={
        state === 'waiting' && (
          <>
            <Note icon="bell" role="status">
              <Trans>Todavía no es tu turno. Cuando te llamen, aquí aparece el botón para entrar.</Trans>
            </Note>
            <Button look="soft" wide href={`/tickets/${tuid}`}>
              <Trans>Ver tu número</Trans>
            </Button>
          </>
        )
      }
    />
  )
}

export default withQueries(NumberMeetScreen)
