import { Plural, Trans } from '@lingui/react/macro'
import type { RefObject } from 'react'
import type { DeskState, DeskTicket } from '#contract/rest/desk.ts'
import { Button } from '#src/ui/press/button.tsx'
import { ButtonRow } from '#src/ui/press/button-row.tsx'
import type { DeskActing } from '../use-desk-action.ts'
import { AsideButtons } from '../aside/aside-buttons.tsx'
import styles from './call-actions.module.css'

export interface CallActionsProps {
  clerkId: number
  state: DeskState
  callRef: RefObject<HTMLButtonElement | null>
  current: DeskTicket | null
  waiting: number
  /** Reservations whose time has come, that are called by turn. */
  due: number
  /** The lines to call from; empty for all. */
  lineIds: readonly number[]
  canCall: boolean
  acting: DeskActing
}

/** What can be done with whoever stands here, and who comes next. */
export function CallActions(props: CallActionsProps) {
  const { clerkId, state, callRef, current, waiting, due, lineIds, canCall, acting } = props
  const { act, pending } = acting
  const isHere = current?.state === 'called'
  // The server allows it for who was just marked absent, and came after all.
  const canCallAgain = isHere || current?.state === 'skipped'
  return (
    <div className={styles.dock}>
      <div className={styles.main}>
        {/* Never disabled by an empty line: what is seen is up to three seconds old, and somebody may have come. */}
        <Button
          ref={callRef}
          size="tall"
          wide
          icon="bell"
          disabled={!canCall}
          busy={pending === 'call'}
          onClick={() => act({ do: 'call', lineIds })}
        >
          <Trans>Llamar al siguiente</Trans>
        </Button>
        <p className={styles.hint}>
          <NextHint waiting={waiting} due={due} canCall={canCall} leaves={isHere ? current.ticket : null} />
        </p>
      </div>
      <ButtonRow>
        <Button
          look="quiet"
          icon="sound"
          disabled={!canCallAgain}
          busy={pending === 'call-again'}
          onClick={() => act({ do: 'call-again' })}
        >
          <Trans>Llamar otra vez</Trans>
        </Button>
        <Button
          look="quiet"
          icon="walk"
          disabled={!isHere}
          busy={pending === 'absent'}
          onClick={() => act({ do: 'absent' })}
        >
          <Trans>No llegó</Trans>
        </Button>
        <AsideButtons clerkId={clerkId} state={state} current={current} acting={acting} />
        <Button
          look="soft"
          icon="check"
          disabled={!isHere}
          busy={pending === 'attended'}
          onClick={() => act({ do: 'attended' })}
        >
          <Trans>Atendido</Trans>
        </Button>
      </ButtonRow>
    </div>
  )
}

interface NextHintProps extends Pick<CallActionsProps, 'waiting' | 'due' | 'canCall'> {
  /** Who stands here, and would be attended by the next call. */
  leaves: string | null
}

function NextHint({ waiting, due, canCall, leaves }: NextHintProps) {
  if (!canCall) return <Trans>Marca al menos una fila para llamar.</Trans>
  if (waiting === 0 && due === 0) return <Trans>Nadie espera en tus filas.</Trans>
  return (
    <>
      {waiting > 0 && <Plural value={waiting} one="Espera # persona." other="Esperan # personas." />}{' '}
      {due > 0 && (
        <Plural value={due} one="Llegó la hora de # reserva." other="Llegó la hora de # reservas." />
      )}{' '}
      {leaves !== null && <Trans>El {leaves} quedará como atendido.</Trans>}
    </>
  )
}
