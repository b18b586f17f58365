import { Trans } from '@lingui/react/macro'
import type { DeskTicket } from '#contract/rest/desk.ts'
import { Button } from '#src/ui/press/button.tsx'
import styles from './turn-note.module.css'

export interface TurnNoteProps {
  note: DeskTicket['note']
  /** To where it is written. That stands by itself: it must outlive a note that comes or goes meanwhile. */
  onWrite: () => void
}

/** What was noted of a turn, and the way to note it. */
export function TurnNote({ note, onWrite }: TurnNoteProps) {
  return (
    <div className={styles.note}>
      {note !== null && (
        <p className={styles.text}>
          <NoteWords note={note} />
        </p>
      )}
      <Button look="plain" size="tight" icon="pen" onClick={onWrite}>
        {note === null ? <Trans>Anotar algo</Trans> : <Trans>Cambiar la nota</Trans>}
      </Button>
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
