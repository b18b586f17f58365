import { Plural, Trans } from '@lingui/react/macro'
import type { DeskState } from '#contract/rest/desk.ts'

/** Those who wait in a line, or in the whole office. */
export type WhoWaits = Pick<DeskState['lines'][number], 'waiting' | 'on_paper'>

/** Whom of those who wait a phone tells, and whom somebody here has to. */
export function WhoIsTold({ who: { waiting, on_paper } }: { who: WhoWaits }) {
  if (on_paper === 0) return <Trans>Reciben un aviso en el teléfono.</Trans>
  if (on_paper >= waiting) return <Trans>Nadie recibe un aviso: tienen papel. Díselo tú.</Trans>
  return (
    <Plural
      value={on_paper}
      one="Reciben un aviso en el teléfono; a # persona con papel, díselo tú."
      other="Reciben un aviso en el teléfono; a # personas con papel, díselo tú."
    />
  )
}
