import { type ReactNode, useEffect } from 'react'
import { PrintSheet } from './print-sheet.tsx'

/** Printing begins when the slip stands there. */
export function PrintPaper({ children, onPrinted }: { children: ReactNode; onPrinted: () => void }) {
  useEffect(() => {
    // A browser that prints without asking (a kiosk's) has printed when it comes back from here.
    window.print()
    onPrinted()
  }, [onPrinted])
  return <PrintSheet>{children}</PrintSheet>
}
