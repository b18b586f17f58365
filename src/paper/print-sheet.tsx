import type { PaperNumber } from '#contract/rest/desk.ts'
import { PaperSlip } from './paper-slip.tsx'
import { PrintOnly } from './print-only.tsx'
import './print-sheet.module.css'

/** One slip, on a roll of 80 mm. */
export const PrintSheet = ({ paper }: { paper: PaperNumber }) => (
  <PrintOnly>
    <PaperSlip paper={paper} />
  </PrintOnly>
)
