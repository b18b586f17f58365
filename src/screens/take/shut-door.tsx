import { Trans } from '@lingui/react/macro'
import type { Line, Office } from '#contract/rest/offices.ts'
import { openingAt } from '#contract/rules/office-time.ts'
import type { LineDoor } from '#src/domain/line-door.ts'
import { useNow } from '#src/queries/use-now.ts'
import { OpeningWish } from '#src/screens/shared/opening-wish.tsx'
import { OtherOffices } from '#src/screens/shared/other-offices.tsx'
import { useBooks } from '#src/screens/shared/use-books.ts'
import { LineStopText } from '#src/texts/line-stop-text.tsx'
import { OpeningText } from '#src/texts/opening-text.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import styles from './shut-door.module.css'

export interface ShutDoorProps {
  office: Office
  line: Line
  door: Exclude<LineDoor, 'open'>
}

/**
 * No number can be taken here now: why, until when, and every way on. Said at once, not at the last press.
 */
export function ShutDoor({ office, line, door }: ShutDoorProps) {
  const books = useBooks()
  const isPassing = door === 'shut' || door === 'frozen'
  return (
    <>
      <Note
        tone="almost"
        icon={door === 'frozen' ? 'snow' : 'clock'}
        title={<DoorTitle door={door} line={line} />}
      >
        <DoorWords office={office} line={line} door={door} />
      </Note>
      <div className={styles.ways}>
        {books(line) && (
          <Button
            wide
            icon={line.virtual ? 'video' : 'calendar'}
            href={`/offices/${office.slug}/lines/${line.slug}/book`}
          >
            <Trans>Reserva hora</Trans>
          </Button>
        )}
        {isPassing && <OpeningWish office_id={office.id} line_id={door === 'frozen' ? line.id : null} />}
        <Button wide look="quiet" icon="ticket" href={`/offices/${office.slug}`}>
          <Trans>Ver las filas de la oficina</Trans>
        </Button>
      </div>
      {(isPassing || door === 'neither') && <OtherOffices office={office} />}
    </>
  )
}

function DoorTitle({ door, line }: Pick<ShutDoorProps, 'door' | 'line'>) {
  switch (door) {
    case 'shut':
      return <Trans>La oficina está cerrada</Trans>
    case 'frozen':
      return line.stopped?.why === 'closed' ? (
        <Trans>Esta fila cerró por hoy</Trans>
      ) : (
        <Trans>Por ahora no se entregan números en esta fila</Trans>
      )
    case 'at-office':
      return <Trans>Aquí el número se saca solo en la oficina</Trans>
    case 'by-time':
      return <Trans>Se atiende con hora reservada</Trans>
    case 'neither':
      return <Trans>Por ahora esta fila no da números ni toma reservas</Trans>
  }
}

function DoorWords({ office, line, door }: ShutDoorProps) {
  const now = new Date(useNow())
  const { address, district } = office
  if (door === 'frozen') {
    const { stopped } = line
    const isClosed = stopped?.why === 'closed'
    return (
      <>
        {stopped && <LineStopText stopped={stopped} timeZone={office.time_zone} />}{' '}
        {!isClosed && <Trans>A quienes ya esperan los llaman igual.</Trans>}
      </>
    )
  }
  if (door === 'by-time' || door === 'neither') return null
  return (
    <>
      <OpeningText opening={openingAt(now, office)} />
      {door === 'at-office' && !office.options.web_only && (
        <>
          <br />
          {address}, {district}
        </>
      )}
    </>
  )
}
