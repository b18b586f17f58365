import { expect, it } from 'vitest'
import { LINES_CACHE } from '#src/platform/storage-keeper.ts'
import { cacheLifeOf } from '#sw/cache-life.ts'

it('[AUTH-02] the lines that the worker keeps are those that the page forgets when the person leaves', () => {
  expect(cacheLifeOf('/api/v1/state/notaria-norte')?.cacheName).toBe(LINES_CACHE)
  expect(cacheLifeOf('/api/v1/lines/7')?.cacheName).toBe(LINES_CACHE)
  expect(cacheLifeOf('/api/v3/offices/web')?.cacheName).not.toBe(LINES_CACHE)
})
