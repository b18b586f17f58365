import { Trans } from '@lingui/react/macro'
import type { DeskState } from '#contract/rest/desk.ts'
import { Button } from '#src/ui/press/button.tsx'
import type { DeskActing } from '../use-desk-action.ts'

export interface HelpButtonProps {
  /** As it stands at this desk. */
  help: DeskState['modulos'][number]['help']
  acting: DeskActing
}

/** Asks for the supervisor: everybody at a desk of the office sees where, until somebody says «voy». */
export function HelpButton({ help, acting }: HelpButtonProps) {
  return (
    <Button
      look="plain"
      size="tight"
      icon="help"
      busy={acting.pending === 'help'}
      onClick={() => acting.act({ do: 'help', asks: help === null })}
    >
      {help === null ? <Trans>Pedir ayuda</Trans> : <Trans>Ya no pido ayuda</Trans>}
    </Button>
  )
}
