import type { NewNotice } from './notice.ts'

/**
 * Whether a notice has nothing to say any more once another one is there: "faltan 10" after "faltan 5" or the
 * call.
 */
export function noticeOutdates(news: NewNotice, known: NewNotice): boolean {
  if (known.kind !== 'almost_there') return false
  return (
    (news.kind === 'almost_there' || news.kind === 'call' || news.kind === 'skipped') &&
    news.tuid === known.tuid
  )
}
