import { describe, expect, it } from 'vitest'
import { newCalls } from '#src/wall/new-calls.ts'
import { wallOf } from './wall-of.ts'

const tickets = (heard: number | null, state: Parameters<typeof newCalls>[1]) =>
  newCalls(heard, state).map(({ ticket }) => ticket)

describe('what sounds on the wall', () => {
  it('[WALL-01] is each call once, the oldest first', () => {
    const state = wallOf([
      [7, 'A003', 2],
      [6, 'A002', 4],
      [3, 'A001', 9],
    ])
    expect(tickets(3, state)).toEqual(['A002', 'A003'])
    expect(tickets(7, state)).toEqual([])
  })

  it('[WALL-01] is a call that is repeated, for it is another fact', () => {
    expect(tickets(7, wallOf([[8, 'A003', 1]]))).toEqual(['A003'])
  })

  it('[WALL-02] is nothing of what happened before the wall came, nor long ago while it was away', () => {
    const state = wallOf([
      [7, 'A003', 29],
      [6, 'A002', 31],
    ])
    expect(tickets(null, state)).toEqual([])
    expect(tickets(2, state)).toEqual(['A003'])
  })

  it('[WALL-02] is nothing of another database, whose facts begin anew', () => {
    expect(tickets(900, wallOf([[7, 'A003', 2]]))).toEqual([])
  })
})
