/** One line of the table that a run prints. */
export interface Figure {
  /** What was measured, in words that need no context. */
  name: string
  /** With its unit, and what it is compared with. */
  measured: string
  /** What it has to keep to; empty where the figure is only shown. */
  bound: string
  /** Null where nothing was promised. */
  isKept: boolean | null
}

/** A figure to look at, of which nothing was promised. */
export const shown = (name: string, measured: string): Figure => ({ name, measured, bound: '', isKept: null })

/** A figure that must not be above `most`. `word` gives it its unit. */
export function atMost(
  name: string,
  value: number,
  most: number,
  word: (value: number) => string,
  beside = '',
): Figure {
  return {
    name,
    measured: beside === '' ? word(value) : `${word(value)} (${beside})`,
    bound: `≤ ${word(most)}`,
    // NaN, from a measurement that never happened, keeps to nothing.
    isKept: value <= most,
  }
}

/** A figure that must not be below `least`. */
export const atLeast = (
  name: string,
  value: number,
  least: number,
  word: (value: number) => string,
  beside = '',
): Figure => ({
  name,
  measured: beside === '' ? word(value) : `${word(value)} (${beside})`,
  bound: `≥ ${word(least)}`,
  isKept: value >= least,
})

/**
 * A promise that could not be looked at counts as broken: a bench that failed must not look like one that
 * passed.
 */
export const failed = (name: string, why: string): Figure => ({
  name,
  measured: why,
  bound: 'to be measured',
  isKept: false,
})

/** How many times `value` is as large as what it is compared with. */
export const times = (value: number): string => `${value.toFixed(2)}×`
export const milliseconds = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`
/** Thousand bytes. */
export const kilobytes = (value: number): string => `${(value / 1000).toFixed(1)} kB`
