import { useMutation } from '@tanstack/react-query'
import { Trans, useLingui } from '@lingui/react/macro'
import type { PaperNumber } from '#contract/rest/desk.ts'
import { PaperSlip } from '#src/paper/paper-slip.tsx'
import { PrintPaper } from '#src/paper/print-paper.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { questionErrorText } from '../desk-error-texts.ts'
import { useDeskTools } from '../desk-tools.ts'

export interface PrintAgainProps {
  officeId: number
  tuid: string
  /** The number as it is shown. */
  ticket: string
}

/** A paper that was lost, or that the printer swallowed: the same number once more. */
export function PrintAgain({ officeId, tuid, ticket }: PrintAgainProps) {
  const { i18n } = useLingui()
  const { api } = useDeskTools()
  const asking = useMutation<PaperNumber>({
    mutationFn: () => api.paper(officeId, tuid),
    networkMode: 'always',
  })
  return (
    <>
      <Button wide look="quiet" icon="print" busy={asking.isPending} onClick={() => asking.mutate()}>
        <Trans>Imprimir</Trans>
        <span className="visually-hidden"> {ticket}</span>
      </Button>
      {asking.error && (
        <Note tone="loss" role="alert">
          {i18n._(questionErrorText(asking.error))}
        </Note>
      )}
      {asking.data && (
        <PrintPaper onPrinted={asking.reset}>
          <PaperSlip paper={asking.data} />
        </PrintPaper>
      )}
    </>
  )
}
