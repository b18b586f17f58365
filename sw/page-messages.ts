/** What the worker says to the pages. Frozen: an old worker and a new page may run side by side. */
export const PUSH_ARRIVED = 'push-arrived'
/** With `url`: the person pressed a notice; the page goes there. */
export const OPEN = 'open'
/** What a page says to a waiting worker: the person agreed to the new version. */
export const SKIP_WAITING = 'SKIP_WAITING'
