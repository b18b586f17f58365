import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '#src/ui/press/button.tsx'
import { FailedState } from '#src/ui/state/standstill.tsx'

interface DeadLinkProps {
  /** What the server said of it, in the reader's language; none where there was nothing to ask for. */
  refusal?: ReactNode
  /** Where another one is asked for. */
  href: string
}

/** A link of an e-mail that is worth nothing, or not any more. */
export function DeadLink({ refusal, href }: DeadLinkProps) {
  return (
    <FailedState
      title={refusal ?? <Trans>Este enlace no sirve o ya venció. Pide otro.</Trans>}
      action={
        <Button href={href}>
          <Trans>Pedir otro enlace</Trans>
        </Button>
      }
    />
  )
}
