/** How many lists and entries stand in one another at most: three times as many as in any offices file. */
export const DEPTH_MAX = 32

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Whether a value has more than that; looked through floor by floor, which no depth can overflow. */
export function isTooDeep(value: unknown): boolean {
  let floor = [value].filter(isContainer)
  for (let depth = 1; floor.length > 0; depth++) {
    if (depth > DEPTH_MAX) return true
    floor = floor.flatMap(one => Object.values(one).filter(isContainer))
  }
  return false
}
