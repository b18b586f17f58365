import { useEffect } from 'react'
import type { PaperNumber } from '#contract/rest/desk.ts'
import { PrintSheet } from './print-sheet.tsx'

/** Printing begins when the slip stands there. */
export function PrintPaper({ paper, onPrinted }: { paper: PaperNumber; onPrinted: () => void }) {
  useEffect(() => {
    // A browser that prints without asking (a kiosk's) has printed when it comes back from here.
    window.print()
    onPrinted()
  }, [onPrinted])
  return <PrintSheet paper={paper} />
}
