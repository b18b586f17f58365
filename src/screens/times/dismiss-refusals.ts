import { noticesStore } from '#src/stores/notices-store.ts'

/** Said in its place by the wizard, and not over it as well; once it is left it would be news of the past. */
export function dismissRefusals(): void {
  const { notices, dismiss } = noticesStore.getState()
  for (const notice of notices) {
    const isOfBooking = 'about' in notice && notice.about === 'reservation' && notice.kind !== 'isTemporary'
    if (isOfBooking || notice.kind === 'block-already-taken-error') dismiss(notice.id)
  }
}
