import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { NOTIFICATION_ENQUEUE_DELAY_MS } from '#contract/limits.ts'
import type { NewNotice, Notice } from '#src/domain/notice.ts'
import { type NoticeSubject, noticeRepeats } from '#src/domain/notice-repeats.ts'
import type { NoticesPort } from '#src/flows/flow-context.ts'
import { browserClock, type Clock } from '#src/platform/clock.ts'

export interface NoticesStore extends NoticesPort {
  /** Raised and not dismissed, oldest first. */
  notices: readonly Notice[]
  /** What was raised within the last 120 s, dismissed or not. */
  raised: readonly (NoticeSubject & { at: number })[]
  dismiss(id: number): void
}

/**
 * Whether a notice has nothing to say any more once another one is there: "faltan 10" after "faltan 5" or the
 * call.
 */
function noticeOutdates(news: NewNotice, known: NewNotice): boolean {
  // The heart that was pressed last is the one that may be taken back.
  if (known.kind === 'success' && known.undo) return news.kind === 'success' && news.undo !== undefined
  if (known.kind !== 'almost_there') return false
  return (
    (news.kind === 'almost_there' || news.kind === 'call' || news.kind === 'skipped') &&
    news.tuid === known.tuid
  )
}

export function createNoticesStore(clock: Clock) {
  let made = 0
  return createStore<NoticesStore>()((set, get) => ({
    notices: [],
    raised: [],
    raise(notice) {
      const at = clock.now()
      const recent = get().raised.filter(earlier => at - earlier.at < NOTIFICATION_ENQUEUE_DELAY_MS)
      if (noticeRepeats(recent, notice, at)) return false
      made += 1
      const { kind, subject } = notice
      set(({ notices }) => ({
        notices: [...notices.filter(known => !noticeOutdates(notice, known)), { ...notice, id: made, at }],
        raised: [...recent, { kind, subject, at }],
      }))
      return true
    },
    stands: (kind, subject) => get().notices.some(one => one.kind === kind && one.subject === subject),
    dismiss: id => set(({ notices }) => ({ notices: notices.filter(notice => notice.id !== id) })),
    forget: subject =>
      set(({ notices, raised }) => ({
        notices: notices.filter(notice => notice.subject !== subject),
        raised: raised.filter(earlier => earlier.subject !== subject),
      })),
    clear: () => set({ notices: [], raised: [] }),
  }))
}

export const noticesStore = createNoticesStore(browserClock)
export const useNotices = <Slice>(select: (state: NoticesStore) => Slice): Slice =>
  useStore(noticesStore, select)
