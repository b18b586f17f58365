import type { ReactNode } from 'react'
import { PrintOnly } from './print-only.tsx'
import './print-sheet.module.css'

/** One slip, on a roll of 80 mm. */
export const PrintSheet = ({ children }: { children: ReactNode }) => <PrintOnly>{children}</PrintOnly>
