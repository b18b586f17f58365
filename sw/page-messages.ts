// Frozen: an old worker and a new page may run side by side.

/** From the worker: something lies in the inbox. */
export const PUSH_ARRIVED = 'push-arrived'
/** From the worker, with `url`: the person pressed a notice; the page goes there. */
export const OPEN = 'open'
/** From a page to a waiting worker: the person agreed to the new version. */
export const SKIP_WAITING = 'SKIP_WAITING'
/** From a worker that was let in, to the one that rules. */
export const MAKE_WAY = 'make-way'
/** From a page, with `addresses`: what it asked for before there was a worker to keep it. */
export const KEEP = 'keep'
/** From a page that no worker has, though one rules: it came while that one took over. */
export const CLAIM = 'claim'
