import type { Modality } from '#contract/rest/reservations.ts'
import type { ReservationDraft } from '#src/domain/reservation-draft.ts'

const BOOK_STEPS = ['modality', 'date', 'time', 'data', 'confirm'] as const
export type BookStep = (typeof BOOK_STEPS)[number]

/** The questions in their order (RES-01). How one is attended is asked only where there is a choice. */
export const stepsOf = (modalities: readonly Modality[]): readonly BookStep[] =>
  modalities.length > 1 ? BOOK_STEPS : BOOK_STEPS.filter(step => step !== 'modality')

/** @param isDataDone whether the form is filled in without a fault, by somebody who is known */
export const doneSteps = (
  { modality, day, block }: ReservationDraft,
  isDataDone: boolean,
): Record<BookStep, boolean> => ({
  modality: modality !== null,
  date: day !== null,
  time: block !== null,
  data: isDataDone,
  confirm: false,
})
