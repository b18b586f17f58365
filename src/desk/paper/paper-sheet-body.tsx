import { Trans } from '@lingui/react/macro'
import { useCallback, useState } from 'react'
import type { PaperNumber } from '#contract/rest/desk.ts'
import { PaperSlip } from '#src/paper/paper-slip.tsx'
import { PrintPaper } from '#src/paper/print-paper.tsx'
import { Button } from '#src/ui/press/button.tsx'

/** The slip as it will be printed, and the press that prints it. */
export function PaperSheetBody({ paper, onAnother }: { paper: PaperNumber; onAnother: () => void }) {
  const [isPrinting, setPrinting] = useState(false)
  const end = useCallback(() => setPrinting(false), [])
  return (
    <>
      <p role="status" className="visually-hidden">
        {paper.ticket}
      </p>
      <PaperSlip paper={paper} />
      <Button wide size="tall" icon="print" onClick={() => setPrinting(true)}>
        <Trans>Imprimir</Trans>
      </Button>
      <Button look="plain" wide icon="plus" onClick={onAnother}>
        <Trans>Dar otro número</Trans>
      </Button>
      {isPrinting && (
        <PrintPaper onPrinted={end}>
          <PaperSlip paper={paper} />
        </PrintPaper>
      )}
    </>
  )
}
