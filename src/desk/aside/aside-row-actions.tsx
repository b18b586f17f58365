import { Trans } from '@lingui/react/macro'
import { Button } from '#src/ui/press/button.tsx'
import type { DeskActing } from '../use-desk-action.ts'

export interface AsideRowActionsProps {
  ticket: { tuid: string; ticket: string }
  acting: DeskActing
}

/** Somebody who missed their call stands here now. */
export function MissedRowActions({ ticket: { tuid, ticket }, acting }: AsideRowActionsProps) {
  return (
    <Button look="soft" size="tight" icon="back" onClick={() => acting.act({ do: 'bring-back', tuid })}>
      <Trans>Traer de vuelta</Trans>
      <span className="visually-hidden"> {ticket}</span>
    </Button>
  )
}

/** Whoever stood aside is back: at this desk at once, or in the line at their own arrival. */
export function ParkedRowActions({ ticket: { tuid, ticket }, acting }: AsideRowActionsProps) {
  return (
    <>
      <Button look="soft" size="tight" icon="bell" onClick={() => acting.act({ do: 'call-parked', tuid })}>
        <Trans>Llamar</Trans>
        <span className="visually-hidden"> {ticket}</span>
      </Button>
      <Button look="plain" size="tight" onClick={() => acting.act({ do: 'put-back', tuid })}>
        <Trans>Devolver a la fila</Trans>
        <span className="visually-hidden"> {ticket}</span>
      </Button>
    </>
  )
}
