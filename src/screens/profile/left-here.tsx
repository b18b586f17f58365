import { useLingui } from '@lingui/react'
import { Plural, Trans, useLingui as useMacro } from '@lingui/react/macro'
import { type RefObject, useState } from 'react'
import { useReceipts } from '#src/queries/use-receipts.ts'
import { useReservations } from '#src/queries/use-reservations.ts'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import { arriveAt } from '#src/screens/shared/use-heading-focus.ts'
import { isGuest, isUnknown, useSession } from '#src/stores/session-store.ts'
import { errorText } from '#src/texts/error-texts.ts'
import { ConfirmLoss } from '#src/ui/layer/confirm-loss.tsx'
import { List } from '#src/ui/list/list.tsx'
import { ListRow } from '#src/ui/list/list-row.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Section } from '#src/ui/shell/screen-body.tsx'
import { Note } from '#src/ui/state/note.tsx'

/** How many receipts are here of somebody whose session ended by itself, where nobody is here now. */
function useLeftHere(): number {
  const guest = useSession(session => isGuest(session) && !isUnknown(session))
  const { value: tickets = [] } = useReceipts()
  const { value: reservations = [] } = useReservations()
  return guest ? tickets.length + reservations.length : 0
}

/** Leads to where they can be erased. */
export function LeftHereCard() {
  const { t } = useMacro()
  const left = useLeftHere()
  if (left === 0) return null
  return (
    <Section title={t`Lo que queda aquí`}>
      <List label={t`Lo que queda aquí`}>
        <ListRow
          icon="ticket"
          title={<Plural value={left} one="# recibo de antes" other="# recibos de antes" />}
          detail={<Trans>De quien estuvo en este navegador</Trans>}
          href="/profile/erase"
          further
        />
      </List>
    </Section>
  )
}

/** Where nobody is here: what is here all the same, and the press by which it goes. */
export function LeftHere({ heading }: { heading: RefObject<HTMLHeadingElement | null> }) {
  const { i18n } = useLingui()
  const { run, busy, failure } = useErrand('eraseHere')
  const [isAsking, setAsking] = useState(false)
  const left = useLeftHere()
  if (left === 0 && !busy) {
    return (
      <Note
        tone="plain"
        icon="user"
        role="status"
        title={<Trans>Aquí no hay datos de nadie</Trans>}
        action={
          <Button href="/" look="soft">
            <Trans>Ir al inicio</Trans>
          </Button>
        }
      >
        <Trans>Nadie ha entrado en este navegador, o ya se borró todo lo suyo.</Trans>
      </Note>
    )
  }
  return (
    <>
      <Note
        tone="plain"
        icon="ticket"
        title={
          <Plural
            value={left}
            one="En este navegador queda # recibo"
            other="En este navegador quedan # recibos"
          />
        }
      >
        <Trans>
          De quien estuvo aquí antes y ya no está. Si eres tú y no tienes cuenta, no hay otra copia.
        </Trans>
      </Note>
      {failure && (
        <Note tone="loss" role="alert">
          {i18n._(errorText(failure.code))}
        </Note>
      )}
      <Button look="loss" wide size="tall" busy={busy} onClick={() => setAsking(true)}>
        <Trans>Borrar lo que queda aquí</Trans>
      </Button>
      <ConfirmLoss
        open={isAsking}
        title={<Trans>¿Borrar lo que queda en este navegador?</Trans>}
        loseLabel={<Trans>Sí, borrar</Trans>}
        keepLabel={<Trans>No borrar</Trans>}
        onKeep={() => setAsking(false)}
        onLose={() => {
          setAsking(false)
          // The button that was pressed is gone by then: one goes on at the top, and hears what is so now.
          void run().then(({ status }) => status === 'done' && arriveAt(heading.current))
        }}
      >
        <Trans>No se puede deshacer. Un turno o una hora que siga en pie no se cancela con esto.</Trans>
      </ConfirmLoss>
    </>
  )
}
