import type { Founding } from './ready-office.ts'

/** What each of the five questions is given: what was said so far, and what is wrong with it. */
export interface QuestionProps {
  said: Founding
  faultOf: (field: keyof Founding) => string | undefined
  onChange: (change: Partial<Founding>) => void
}
