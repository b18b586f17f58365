import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import type { DeskState, PaperNumber } from '#contract/rest/desk.ts'
import { browserRandom } from '#src/platform/random.ts'
import { WaitText } from '#src/texts/wait-text.tsx'
import { Switch } from '#src/ui/form/switch.tsx'
import { Sheet } from '#src/ui/layer/sheet.tsx'
import { ListRow, RowFigure } from '#src/ui/list/list-row.tsx'
import { List } from '#src/ui/list/list.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { StateWord } from '#src/ui/state/state-word.tsx'
import { ActionFault } from '../action-fault.tsx'
import { useDeskTools } from '../desk-tools.ts'
import { officeKey } from '../use-office.ts'
import { useWordOf } from '../use-word-of.ts'
import { PreferentialWord } from '../work/preferential-word.tsx'
import { PaperSheetBody } from './paper-sheet-body.tsx'

export interface GiveNumberProps {
  clerkId: number
  state: DeskState
}

/**
 * A number for somebody without a phone: which line, and it is there, to be said or printed. It stands in the
 * one order with all others.
 * @see rule DESK-01
 */
export function GiveNumber({ clerkId, state }: GiveNumberProps) {
  const { t } = useLingui()
  const { api } = useDeskTools()
  const queries = useQueryClient()
  const queryKey = officeKey(clerkId, state.office_id)
  const [isOpen, setOpen] = useState(false)
  const [prefers, setPrefers] = useState(false)
  /** Of each line's press, until it is answered: asked again after silence, it is the same number. */
  const asked = useRef(new Map<number, string>())

  const giving = useMutation<PaperNumber, Error, number>({
    mutationFn(lineId) {
      const request_id = asked.current.get(lineId) ?? browserRandom.uuid()
      asked.current.set(lineId, request_id)
      const preferential = prefers && { preferential: true }
      return api.giveNumber(state.office_id, { line_id: lineId, request_id, ...preferential })
    },
    networkMode: 'always',
    onSuccess({ line_id }) {
      asked.current.delete(line_id)
      // The next person is another one.
      setPrefers(false)
    },
    onSettled: () => void queries.invalidateQueries({ queryKey }),
  })
  const open = () => {
    giving.reset()
    setPrefers(false)
    setOpen(true)
  }
  const error = useWordOf(giving)
  const paper = giving.data
  // By video nobody is attended who has no phone.
  const lines = state.lines.filter(line => line.takes_tickets && !line.virtual)
  if (lines.length === 0 && !isOpen) return null
  return (
    <>
      <Button look="soft" size="tight" icon="plus" onClick={open}>
        <Trans>Dar un número</Trans>
      </Button>
      <Sheet
        open={isOpen}
        onClose={() => setOpen(false)}
        side="end"
        title={paper ? <Trans>Su número</Trans> : <Trans>Da un número</Trans>}
        closeLabel={t`Cerrar`}
      >
        {!isOpen ? null : paper ? (
          <PaperSheetBody key={paper.tuid} paper={paper} onAnother={giving.reset} />
        ) : (
          <>
            <p>
              <Trans>Para quien viene sin teléfono. ¿A qué fila?</Trans>
            </p>
            <ActionFault error={error} />
            {state.preference && (
              // Beside a long list the switch itself would be pressed together.
              <div>
                <Switch
                  label={<PreferentialWord />}
                  stateText={<Trans>Si la ley le da preferencia</Trans>}
                  checked={prefers}
                  onChange={setPrefers}
                />
              </div>
            )}
            <List label={t`Filas`}>
              {lines.map(line => (
                <GiveRow
                  key={line.line_id}
                  line={line}
                  busy={giving.isPending}
                  onGive={() => giving.mutate(line.line_id)}
                />
              ))}
            </List>
          </>
        )}
      </Sheet>
    </>
  )
}

function GiveRow({
  line,
  busy,
  onGive,
}: {
  line: DeskState['lines'][number]
  busy: boolean
  onGive: () => void
}) {
  const { name, waiting, wait, frozen } = line
  const words = (
    <>
      <Plural value={waiting} one="# espera" other="# esperan" /> · <WaitText wait={wait} />
    </>
  )
  if (frozen) {
    return (
      <ListRow title={name} detail={words}>
        <StateWord tone="almost" icon="snow">
          <Trans>Congelada</Trans>
        </StateWord>
      </ListRow>
    )
  }
  return (
    <ListRow
      title={name}
      detail={words}
      end={<RowFigure>{line.prefix}</RowFigure>}
      further
      onClick={() => {
        if (!busy) onGive()
      }}
    />
  )
}
