import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { DeskRow } from '#contract/rest/desk.ts'
import { timeText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { Sheet } from '#src/ui/layer/sheet.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { StateWord } from '#src/ui/state/state-word.tsx'
import { MessageSheet } from '../day/message-sheet.tsx'
import { ActionFault } from '../action-fault.tsx'
import { PrintAgain } from '../paper/print-again.tsx'
import { useDeskAction } from '../use-desk-action.ts'
import { NoteDialog } from '../work/note-dialog.tsx'
import { RemoveDialog } from '../work/remove-dialog.tsx'
import { TurnNote } from '../work/turn-note.tsx'
import styles from './row-sheet.module.css'

export interface RowSheetProps {
  row: DeskRow
  clerkId: number
  officeId: number
  hasPreference: boolean
  timeZone: string
  open: boolean
  onClose: () => void
}

/** What is rarely done with somebody who waits: told something, printed again, let go first, taken away. */
export function RowSheet({ row, clerkId, officeId, hasPreference, timeZone, open, onClose }: RowSheetProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const { tuid, ticket, came, has_phone, line_name, preferential } = row
  const [isAsked, setAsked] = useState(false)
  const [isNoting, setNoting] = useState(false)
  const [isTelling, setTelling] = useState(false)
  const { act, pending, error, clear } = useDeskAction(clerkId, officeId, onClose)
  const taken = timeText(new Date(row.inserted_at), language, timeZone)
  const leave = () => {
    clear()
    onClose()
  }
  return (
    <Sheet open={open} onClose={leave} side="end" title={ticket} closeLabel={t`Cerrar`}>
      <p>
        {line_name}
        <br />
        <Trans>Sacó su número a las {taken}</Trans>
      </p>
      {!has_phone && came !== 'paper' && (
        <StateWord icon="user">
          <Trans>Sin teléfono: reservada aquí</Trans>
        </StateWord>
      )}
      <TurnNote note={row.note} onWrite={() => setNoting(true)} />
      <ActionFault error={error} />
      <div className={styles.acts}>
        {hasPreference && (
          <Button
            wide
            look="quiet"
            busy={pending !== null}
            onClick={() => act({ do: 'prefer', tuid, preferential: !preferential })}
          >
            {preferential ? <Trans>Quitar preferencia</Trans> : <Trans>Dar preferencia</Trans>}
          </Button>
        )}
        {came === 'paper' ? (
          <PrintAgain officeId={officeId} tuid={tuid} ticket={ticket} />
        ) : (
          has_phone && (
            <Button wide look="quiet" onClick={() => setTelling(true)}>
              <Trans>Avisar</Trans>
              <span className="visually-hidden"> {ticket}</span>
            </Button>
          )
        )}
        <Button wide look="danger" icon="close" onClick={() => setAsked(true)}>
          <Trans>Quitar</Trans>
          <span className="visually-hidden"> {ticket}</span>
        </Button>
      </div>
      <RemoveDialog
        clerkId={clerkId}
        officeId={officeId}
        removal={{ do: 'remove', tuid }}
        name={ticket}
        hasPhone={has_phone}
        open={isAsked}
        onClose={() => setAsked(false)}
        // Nothing can be done any more with what is gone.
        onDone={() => {
          setAsked(false)
          onClose()
        }}
      />
      {isNoting && (
        <NoteDialog clerkId={clerkId} officeId={officeId} turn={row} open onClose={() => setNoting(false)} />
      )}
      {isTelling && (
        <MessageSheet
          clerkId={clerkId}
          officeId={officeId}
          to={{ tuid, name: ticket }}
          open
          onClose={() => setTelling(false)}
        />
      )}
    </Sheet>
  )
}
