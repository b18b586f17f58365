/** What makes two notices the same: what kind they are, and whom or what they are about. */
export interface NoticeSubject {
  kind: string
  subject: string
  /** Where one kind says many things of the same: that somebody was parked, and that they wait again. */
  code?: string | undefined
}

/**
 * Whether a notice was raised so short a time ago that raising it again would only be noise.
 *
 * @param raised what was raised within the last 120 s
 * @see rule NOTE-02, docs/decisions "Notifications"
 */
export function noticeRepeats(
  raised: readonly NoticeSubject[],
  { kind, subject, code }: NoticeSubject,
): boolean {
  return raised.some(notice => notice.kind === kind && notice.subject === subject && notice.code === code)
}
