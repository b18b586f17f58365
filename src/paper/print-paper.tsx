import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import type { PaperNumber } from '#contract/rest/desk.ts'
import { PaperSlip } from './paper-slip.tsx'
import styles from './print-paper.module.css'

/**
 * What the printer gets of this page, and the screen does not show: one slip, on a roll of 80 mm. Printing
 * begins when it stands there.
 */
export function PrintPaper({ paper, onPrinted }: { paper: PaperNumber; onPrinted: () => void }) {
  useEffect(() => {
    // A browser that prints without asking (a kiosk's) has printed when it comes back from here.
    window.print()
    onPrinted()
  }, [onPrinted])
  return createPortal(
    <div className={styles.sheet} data-prints>
      <PaperSlip paper={paper} />
    </div>,
    document.body,
  )
}
