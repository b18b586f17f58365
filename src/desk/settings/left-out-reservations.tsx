import { useQuery } from '@tanstack/react-query'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { DeskFound } from '#contract/rest/desk-booking.ts'
import type { DeskReservation } from '#contract/rest/desk.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { Sheet } from '#src/ui/layer/sheet.tsx'
import { List } from '#src/ui/list/list.tsx'
import { ListRow } from '#src/ui/list/list-row.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Section } from '#src/ui/shell/screen-body.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { CancelDialog } from '../reservations/cancel-dialog.tsx'
import { MoveTime } from '../reservations/move-time.tsx'
import { momentText } from '../reservations/reservation-words.ts'
import { reservationsKey } from '../use-reservations.ts'
import styles from './settings.module.css'
import { useSettings, useSettingsPage } from './use-settings.ts'

/**
 * What is held beside the settings as they are now, and was kept when these changed: at another hour, of a
 * block of another length, in another way. They are attended all the same, or one after the other is given
 * another hour, or none. Nothing where there is nobody.
 */
export function LeftOutReservations({ clerkId, officeId }: { clerkId: number; officeId: number }) {
  const { t } = useLingui()
  const language = useLanguage()
  const { api } = useSettingsPage()
  const begun = useSettings(state => state.begun)
  const [chosen, setChosen] = useState<{ reservation: DeskReservation; isOpen: boolean } | null>(null)
  const [done, setDone] = useState('')
  const { data } = useQuery<DeskFound>({
    // Other settings leave out others. What is moved or cancelled puts all reservations in doubt, these too.
    queryKey: [...reservationsKey(clerkId, officeId), 'left-out', begun?.settings.version],
    queryFn: ({ signal }) => api.leftOut(signal),
    placeholderData: before => before,
    retry: false,
    networkMode: 'always',
  })
  if (!begun || !data || (data.reservations.length === 0 && done === '')) return null
  const { time_zone } = begun.office
  const { reservations, more } = data
  return (
    <Section title={<Trans>Reservas que ya no calzan</Trans>}>
      <div role="status">{done && <Note tone="ok">{done}</Note>}</div>
      {reservations.length > 0 && (
        <>
          <p className={styles.soft}>
            <Plural
              value={reservations.length}
              one="# reserva ya no calza con los ajustes. Se atiende igual, o cámbiale la hora."
              other="# reservas ya no calzan con los ajustes. Se atienden igual, o cámbiales la hora."
            />
            {more && (
              <>
                {' '}
                <Trans>Hay más: aparecen cuando resuelvas estas.</Trans>
              </>
            )}
          </p>
          <List label={t`Reservas que ya no calzan`}>
            {reservations.map(reservation => (
              <ListRow
                key={reservation.id}
                icon="calendar"
                title={reservation.name ?? reservation.code}
                detail={`${momentText(reservation.from, language, time_zone)} · ${reservation.line_name}`}
                onClick={() => setChosen({ reservation, isOpen: true })}
                further
              />
            ))}
          </List>
        </>
      )}
      {chosen && (
        <Settle
          key={chosen.reservation.id}
          clerkId={clerkId}
          office={{ id: officeId, time_zone }}
          reservation={chosen.reservation}
          open={chosen.isOpen}
          onClose={() => setChosen({ ...chosen, isOpen: false })}
          onDone={words => {
            setDone(words)
            setChosen({ ...chosen, isOpen: false })
          }}
        />
      )}
    </Section>
  )
}

interface SettleProps {
  clerkId: number
  office: { id: number; time_zone: string }
  reservation: DeskReservation
  open: boolean
  onClose: () => void
  /** Tells what was done, in words. */
  onDone: (words: string) => void
}

/** Another hour for one of them, or none. */
function Settle({ clerkId, office, reservation, open, onClose, onDone }: SettleProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const { id, code, from, line_name, by_desk } = reservation
  const [isAsked, setAsked] = useState(false)
  const name = reservation.name ?? code
  return (
    <Sheet open={open} onClose={onClose} side="end" title={name} closeLabel={t`Cerrar`}>
      <p>
        {code} · {line_name}
        <br />
        {momentText(from, language, office.time_zone)}
      </p>
      <MoveTime
        clerkId={clerkId}
        office={office}
        reservation={reservation}
        onMoved={moved => {
          const moment = momentText(moved.from, language, office.time_zone)
          onDone(t`${name} quedó para el ${moment}`)
        }}
        onBack={onClose}
      />
      <Button wide look="danger" icon="close" onClick={() => setAsked(true)}>
        <Trans>Anular la reserva</Trans>
      </Button>
      <CancelDialog
        clerkId={clerkId}
        officeId={office.id}
        reservationId={id}
        code={code}
        byDesk={by_desk}
        open={isAsked}
        onClose={() => setAsked(false)}
        onCancelled={() => onDone(t`${code} quedó anulada y su hora, libre`)}
      />
    </Sheet>
  )
}
