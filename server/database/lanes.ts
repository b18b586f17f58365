import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Two lanes lead to the database's connections. By the first go those who act: numbers taken, calls, the
 * desk, sessions and jobs, and what many readers share. By the other those who only look, of whom there may
 * be thousands at once: they leave connections free for the first, and let it go before them.
 */
export type Lane = 'actors' | 'readers'

const chosen = new AsyncLocalStorage<Lane>()

/** The lane of whoever asks: that of the actors where nothing was said. */
export const laneOf = (): Lane => chosen.getStore() ?? 'actors'

/** All that `work` asks of the database goes by this lane, whatever lane the caller is in. */
export const inLane = <T>(lane: Lane, work: () => T): T => chosen.run(lane, work)
