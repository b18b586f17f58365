import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { DeskState, DeskTicket } from '#contract/rest/desk.ts'
import { shortModulo } from '#contract/rules/modulo-name.ts'
import { RadioGroup } from '#src/ui/form/radio-group.tsx'
import { Sheet } from '#src/ui/layer/sheet.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { EmptyState } from '#src/ui/state/standstill.tsx'
import { ActionFault } from '../action-fault.tsx'
import { BreakUntil } from '../day/break-until.tsx'
import { isWithoutPhone } from '../without-phone.ts'
import { useDeskAction } from '../use-desk-action.ts'

export interface TransferDialogProps {
  clerkId: number
  timeZone: string
  state: DeskState
  ticket: DeskTicket
  open: boolean
  onClose: () => void
}

type Place = `line:${number}` | `modulo:${number}`

/** Where else somebody is attended: the other lines, with how many wait there, and the open modules. */
export function TransferDialog({ clerkId, timeZone, state, ticket, open, onClose }: TransferDialogProps) {
  const { t } = useLingui()
  const [place, setPlace] = useState<Place>()
  const { act, pending, error, clear } = useDeskAction(clerkId, state.office_id, onClose)
  // By video nobody is attended who has no phone.
  const lines = state.lines.filter(
    line => line.line_id !== ticket.line_id && !(line.virtual && isWithoutPhone(ticket)),
  )
  const modulos = state.modulos.filter(({ id, open: isOpen }) => isOpen && id !== state.modulo?.id)
  const chosen = lines.find(line => place === `line:${line.line_id}`)
  // What was chosen may be gone by now, and a line that is gone is no module of the same number.
  const modulo = modulos.find(({ id }) => place === `modulo:${id}`)
  const number = ticket.ticket
  const leave = () => {
    clear()
    onClose()
  }
  const to = chosen
    ? { line_id: chosen.line_id, ...(chosen.frozen && { anyway: true }) }
    : modulo && { modulo_id: modulo.id }
  const transfer = () => to && act({ do: 'transfer', tuid: ticket.tuid, to })
  const lineOptions = lines.map(({ line_id, name, frozen, waiting }) => ({
    value: `line:${line_id}` as Place,
    label: name,
    hint: frozen ? (
      <Trans>Congelada</Trans>
    ) : (
      <Plural value={waiting} _0="Nadie espera" one="Espera # persona" other="Esperan # personas" />
    ),
  }))
  const moduloOptions = modulos.map(each => {
    const name = shortModulo(each.name)
    return {
      value: `modulo:${each.id}` as Place,
      label: <Trans>Módulo {name}</Trans>,
      hint:
        each.break_until === null ? (
          each.clerk
        ) : (
          <>
            {each.clerk} · <BreakUntil until={each.break_until} timeZone={timeZone} />
          </>
        ),
    }
  })
  return (
    <Sheet
      open={open}
      onClose={leave}
      side="end"
      title={t`Derivar ${number}`}
      closeLabel={t`Cerrar`}
      foot={
        <>
          <ActionFault error={error} />
          {chosen?.frozen && (
            <Note tone="almost">
              <Trans>Esa fila está congelada: no da números. ¿Derivar igual?</Trans>
            </Note>
          )}
          <Button wide icon="swap" disabled={!to} busy={pending !== null} onClick={transfer}>
            {chosen?.frozen ? <Trans>Derivar igual</Trans> : <Trans>Derivar</Trans>}
          </Button>
        </>
      }
    >
      <p>
        <Trans>Conserva su número y su hora de llegada, y tu módulo queda libre.</Trans>
      </p>
      {lineOptions.length > 0 && (
        <RadioGroup
          legend={<Trans>A otra fila</Trans>}
          options={lineOptions}
          value={place}
          onChange={setPlace}
        />
      )}
      {moduloOptions.length > 0 && (
        <RadioGroup
          legend={<Trans>Al siguiente turno de otro módulo</Trans>}
          options={moduloOptions}
          value={place}
          onChange={setPlace}
        />
      )}
      {lineOptions.length + moduloOptions.length === 0 && (
        <EmptyState icon="people" title={<Trans>No hay adónde derivar</Trans>}>
          <Trans>Esta oficina no tiene otra fila, y ningún otro módulo está abierto.</Trans>
        </EmptyState>
      )}
    </Sheet>
  )
}
