import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { TURN_NOTE_MAX } from '#contract/desk-limits.ts'
import type { DeskTicket } from '#contract/rest/desk.ts'
import { TextArea } from '#src/ui/form/text-area.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { ActDialog } from '../act-dialog.tsx'
import { useDeskAction } from '../use-desk-action.ts'
import styles from './turn-note.module.css'

export interface NoteDialogProps {
  clerkId: number
  officeId: number
  turn: Pick<DeskTicket, 'tuid' | 'ticket' | 'note'>
  open: boolean
  onClose: () => void
}

/** Where a turn's note is written. What another desk writes meanwhile is shown, not written over unread. */
export function NoteDialog({ clerkId, officeId, turn, open, onClose }: NoteDialogProps) {
  const { t } = useLingui()
  const { tuid, ticket, note } = turn
  const [first] = useState(note)
  const [typed, setTyped] = useState(note ?? '')
  const acting = useDeskAction(clerkId, officeId, onClose)
  const save = (text: string) => acting.act({ do: 'note', tuid, note: text.trim() || null, was: note })
  const busy = acting.pending !== null
  return (
    <ActDialog
      open={open}
      onClose={onClose}
      acting={acting}
      isTyped={typed !== (first ?? '')}
      title={<Trans>Nota de {ticket}</Trans>}
      actions={
        <>
          <Button wide busy={busy} onClick={() => save(typed)}>
            <Trans>Guardar la nota</Trans>
          </Button>
          {note !== null && (
            <Button wide look="danger" onClick={() => save('')}>
              <Trans>Quitar la nota</Trans>
            </Button>
          )}
        </>
      }
    >
      {note !== first && note !== null && (
        <p className={styles.text}>
          <strong>
            <Trans>Otra persona anotó:</Trans>
          </strong>{' '}
          {note}
        </p>
      )}
      <TextArea
        label={t`Qué conviene saber`}
        hint={t`La leen quienes atienden en esta oficina, hasta el fin del día. La persona puede pedirla con sus datos.`}
        maxLength={TURN_NOTE_MAX}
        rows={3}
        value={typed}
        onChange={event => setTyped(event.target.value)}
      />
    </ActDialog>
  )
}
