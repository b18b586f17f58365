import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { DeskTicket } from '#contract/rest/desk.ts'
import { Button } from '#src/ui/press/button.tsx'
import { NoteSheet } from './note-sheet.tsx'
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
          <span className="visually-hidden">
            <Trans>Nota:</Trans>{' '}
          </span>
          {turn.note}
        </p>
      )}
      <Button look="plain" size="tight" icon="pen" onClick={() => setWriting(true)}>
        {turn.note === null ? <Trans>Anotar algo</Trans> : <Trans>Cambiar la nota</Trans>}
      </Button>
      {isWriting && (
        <NoteSheet clerkId={clerkId} officeId={officeId} turn={turn} open onClose={() => setWriting(false)} />
      )}
    </div>
  )
}
