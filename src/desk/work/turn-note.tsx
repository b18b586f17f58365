import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { DeskTicket } from '#contract/rest/desk.ts'
import { Button } from '#src/ui/press/button.tsx'
import { NoteDialog } from './note-dialog.tsx'
import styles from './turn-note.module.css'

export interface TurnNoteProps {
  clerkId: number
  officeId: number
  turn: Pick<DeskTicket, 'tuid' | 'ticket' | 'note'>
}

/** What was noted of a turn, and the way to note it. */
export function TurnNote({ clerkId, officeId, turn }: TurnNoteProps) {
  const [isWriting, setWriting] = useState(false)
  return (
    <div className={styles.note}>
      {turn.note !== null && (
        <p className={styles.text}>
          <NoteWords note={turn.note} />
        </p>
      )}
      <Button look="plain" size="tight" icon="pen" onClick={() => setWriting(true)}>
        {turn.note === null ? <Trans>Anotar algo</Trans> : <Trans>Cambiar la nota</Trans>}
      </Button>
      {isWriting && (
        <NoteDialog
          clerkId={clerkId}
          officeId={officeId}
          turn={turn}
          open
          onClose={() => setWriting(false)}
        />
      )}
    </div>
  )
}

/** A note, which is named to whoever does not see how it is set off. */
export function NoteWords({ note }: { note: string }) {
  return (
    <>
      <span className="visually-hidden">
        <Trans>Nota:</Trans>{' '}
      </span>
      {note}
    </>
  )
}
