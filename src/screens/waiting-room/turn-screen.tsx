import { Trans, useLingui } from '@lingui/react/macro'
import type { Ref } from 'react'
import { timeText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { TurnStage } from '#src/ui/card/turn-stage.tsx'
import { Button } from '#src/ui/press/button.tsx'

export interface TurnScreenProps {
  ticket: {
    ticket: string
    office_name: string
    modulo: string | null
    called_at: string | null
    on_my_way: boolean
  }
  timeZone: string | undefined
  busy: boolean
  /** Absent where the office has no place to go to, or directions are hidden. */
  directions: string | null
  onMyWay: () => void
  onLeave: () => void
  headingRef: Ref<HTMLHeadingElement>
}

/** Called: the whole screen says it, until the person says "Voy" or it is attended. */
export function TurnScreen({
  ticket,
  timeZone,
  busy,
  directions,
  onMyWay,
  onLeave,
  headingRef,
}: TurnScreenProps) {
  const { t } = useLingui()
  const language = useLanguage()
  return (
    <TurnStage
      headingRef={headingRef}
      office={ticket.office_name}
      time={ticket.called_at ? timeText(new Date(ticket.called_at), language, timeZone) : ''}
      title={<Trans>Es tu turno</Trans>}
      number={ticket.ticket}
      moduleLabel={<Trans>Pasa al módulo</Trans>}
      module={ticket.modulo ?? t`Sin información`}
      actions={
        <>
          {ticket.on_my_way ? (
            <Button look="turn" size="tall" wide icon="check" onClick={onLeave}>
              <Trans>Ya saben que vas · volver</Trans>
            </Button>
          ) : (
            <Button look="turn" size="tall" wide icon="check" busy={busy} onClick={onMyWay}>
              <Trans>Voy</Trans>
            </Button>
          )}
          {directions && (
            <Button look="turnQuiet" size="tall" wide icon="nav" href={directions} target="_blank">
              <Trans>Cómo llegar</Trans>
            </Button>
          )}
        </>
      }
    />
  )
}
