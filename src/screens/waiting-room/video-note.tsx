import { Trans } from '@lingui/react/macro'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'

/** A number of a virtual line: nobody goes anywhere, and camera and microphone can be tried while waiting. */
export function VideoNote({ tuid }: { tuid: string }) {
  return (
    <Note
      icon="video"
      title={<Trans>Te atienden por videollamada</Trans>}
      action={
        <Button look="soft" size="tight" href={`/tickets/${tuid}/meet`}>
          <Trans>Prueba tu cámara y micrófono</Trans>
        </Button>
      }
    >
      <Trans>Cuando sea tu turno entras desde aquí: no tienes que ir a ninguna parte.</Trans>
    </Note>
  )
}
