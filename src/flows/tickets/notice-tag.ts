/**
 * The tag under which the phone shows notices of a ticket; the server gives the same (compose-push-message).
 */
export const noticeTag = (tuid: string) => `ticket-${tuid}`
