import type { DeskTicket } from '#contract/rest/desk.ts'

/** No phone is told of it: it is on paper, or a desk booked it for somebody and no phone has it since. */
export const isWithoutPhone = ({ on_paper, reserve }: Pick<DeskTicket, 'on_paper' | 'reserve'>): boolean =>
  on_paper || reserve?.by_desk === true
