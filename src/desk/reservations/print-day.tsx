import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { PrintOnly } from '#src/paper/print-only.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { DaySheet, type DaySheetProps } from './day-sheet.tsx'

/** The day's list on paper. */
export function PrintDay(sheet: DaySheetProps) {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    if (!isPrinting) return
    window.print()
    setPrinting(false)
  }, [isPrinting])
  return (
    <>
      <Button look="plain" size="tight" icon="print" onClick={() => setPrinting(true)}>
        <Trans>Imprimir el día</Trans>
      </Button>
      {isPrinting && (
        <PrintOnly>
          <DaySheet {...sheet} />
        </PrintOnly>
      )}
    </>
  )
}
