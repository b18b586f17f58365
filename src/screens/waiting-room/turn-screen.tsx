import { Trans, useLingui } from '@lingui/react/macro'
import type { Ref } from 'react'
import { timeText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { TurnStage } from '#src/ui/card/turn-stage.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { StateWord } from '#src/ui/state/state-word.tsx'
import styles from './turn-screen.module.css'

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
  /** Where the call is entered, for a time by video; null where one goes there. */
  meet: string | null
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
  meet,
  onMyWay,
  onLeave,
  headingRef,
}: TurnScreenProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const isKnown = ticket.on_my_way
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
          {isKnown && (
            <p className={styles.told} role="status">
              <StateWord icon="check">
                <Trans>Ya saben que vas</Trans>
              </StateWord>
            </p>
          )}
          {meet && (
            <Button look="turn" size="tall" wide icon="video" href={meet}>
              <Trans>Entra a la videollamada</Trans>
            </Button>
          )}
          {/* One button for both, so that it keeps the focus of who pressed it. */}
          <Button
            look={meet ? 'turnQuiet' : 'turn'}
            size="tall"
            wide
            icon={isKnown ? undefined : 'check'}
            busy={busy}
            onClick={isKnown ? onLeave : onMyWay}
          >
            {isKnown ? <Trans>Volver</Trans> : <Trans>Voy</Trans>}
          </Button>
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
