import { SCROLL_PAGING_FACTOR } from '#contract/limits.ts'

/**
 * How many results are added at a time.
 *
 * @param cardsThatFit cards that the window shows at once; a window that fits none still gets a page
 * @see rule OFF-06, docs/decisions "Scroll paging factor"
 */
export function pageSize(cardsThatFit: number): number {
  return Math.max(1, Math.ceil(cardsThatFit)) * SCROLL_PAGING_FACTOR
}

/** Whether the last quarter of what is shown has come near, so that the next page is due. */
export function isNextPageDue(list: {
  shown: number
  total: number
  lastVisible: number
  pageSize: number
}): boolean {
  const { shown, total, lastVisible } = list
  return shown < total && shown - (lastVisible + 1) <= list.pageSize / 4
}
