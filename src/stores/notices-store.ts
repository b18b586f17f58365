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
 * call, the call after "no llegaste", or the other way round.
 */
function noticeOutdates(news: NewNotice, known: NewNotice): boolean {
  // The heart that was pressed last is the one that may be taken back.
  if (known.kind === 'success' && known.undo) return news.kind === 'success' && news.undo !== undefined
  if (known.kind !== 'almost_there' && known.kind !== 'call' && known.kind !== 'skipped') return false
  const isNewer =
    news.kind === 'call' ||
    news.kind === 'skipped' ||
    (news.kind === 'almost_there' && known.kind === 'almost_there')
  return isNewer && news.tuid === known.tuid
}

/** That an office cannot be joined is said once, whichever way it could not. */
const nameOf = (notice: NewNotice): NoticeSubject => ({
  kind: notice.kind,
  subject: notice.subject,
  code: notice.kind === 'success' || notice.kind === 'generic-error' ? notice.code : undefined,
})

export function createNoticesStore(clock: Clock) {
  let made = 0
  return createStore<NoticesStore>()((set, get) => ({
    notices: [],
    raised: [],
    raise(notice) {
      const at = clock.now()
      // Of what was raised before the clock was put back, nobody knows how long ago that was.
      const recent = get().raised.filter(earlier => Math.abs(at - earlier.at) < NOTIFICATION_ENQUEUE_DELAY_MS)
      const name = nameOf(notice)
      if (noticeRepeats(recent, name)) return false
      made += 1
      set(({ notices }) => ({
        notices: [...notices.filter(known => !noticeOutdates(notice, known)), { ...notice, id: made, at }],
        raised: [...recent, { ...name, at }],
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
    forgetCalls: tuid =>
      set(({ notices }) => ({
        notices: notices.filter(notice => notice.kind !== 'call' || notice.tuid !== tuid),
      })),
    clear: () => set({ notices: [], raised: [] }),
  }))
}

export const noticesStore = createNoticesStore(browserClock)
export const useNotices = <Slice>(select: (state: NoticesStore) => Slice): Slice =>
  useStore(noticesStore, select)
