/**
 * Milliseconds since the epoch at which the copy that the worker kept is no longer fresh: on that copy alone,
 * by which the page knows it from an answer of the network.
 */
export const FRESH_UNTIL = 'x-numerito-fresh-until'
