import 'fake-indexeddb/auto'
import { deleteDB } from 'idb'
import { beforeEach, describe, expect, it } from 'vitest'
import { clearHandoff } from '#src/handoff/clear-handoff.ts'
import { drainInbox, putInInbox } from '#src/handoff/inbox.ts'
import { HANDOFF_NAME, openHandoff } from '#src/handoff/open-handoff.ts'
import { isOvertaken, markSeen, noticeKey } from '#src/handoff/seen.ts'
import { readWho, writeLanguage, writeWho } from '#src/handoff/who.ts'

const USER = '11111111-1111-4111-8111-111111111111'
const DAY_MS = 86_400_000

// Deleting also shows that an open page lets go.
beforeEach(() => deleteDB(HANDOFF_NAME))

describe('the frozen schema', () => {
  it('is version 1 with these stores, for ever: an old worker and a new page run side by side', async () => {
    const database = await openHandoff()
    expect(database.version).toBe(1)
    expect([...database.objectStoreNames]).toEqual(['inbox', 'seen', 'who'])
    expect(await openHandoff()).toBe(database)
  })
})

describe('who is here', () => {
  it('is not known until somebody says so: a language alone says nothing of it, a leaving does', async () => {
    expect(await readWho()).toBeNull()
    await writeLanguage('en')
    expect(await readWho()).toBeNull()
    await clearHandoff()
    expect(await readWho()).toEqual({ user_id: null, language: 'es' })
    await writeWho({ user_id: USER, language: 'pt' })
    expect(await readWho()).toEqual({ user_id: USER, language: 'pt' })
    await writeLanguage('en')
    expect(await readWho()).toEqual({ user_id: USER, language: 'en' })
  })
})

describe('the inbox', () => {
  const drained = async () => {
    const messages: unknown[] = []
    await drainInbox(async ({ message }) => void messages.push(message))
    return messages
  }

  it('gives what was put in, oldest first, and is empty then', async () => {
    await putInInbox({ message: 'first', received_at: 1, user_id: null })
    await putInInbox({ message: 'second', received_at: 2, user_id: null })
    expect(await drained()).toEqual(['first', 'second'])
    expect(await drained()).toEqual([])
  })

  it('[CALL-06] keeps what could not be taken in', async () => {
    await putInInbox({ message: 'first', received_at: 1, user_id: null })
    await putInInbox({ message: 'second', received_at: 2, user_id: null })
    const failing = drainInbox(async ({ message }) => {
      if (message === 'second') throw new Error('the page died')
    })
    await expect(failing).rejects.toThrow('the page died')
    expect(await drained()).toEqual(['second'])
  })

  it('keeps the newest fifty', async () => {
    for (let number = 1; number <= 53; number++)
      await putInInbox({ message: number, received_at: number, user_id: null })
    const messages = await drained()
    expect(messages).toHaveLength(50)
    expect(messages[0]).toBe(4)
  })
})

describe('what was shown', () => {
  it('[PUSH-04] is known when it comes again, by its fact', async () => {
    const data = { kind: 'call', tuid: 'a', seq: 15, delivery_id: 'd1' } as const
    expect(await markSeen(noticeKey(data), 0)).toBe(true)
    expect(await markSeen(noticeKey({ ...data, delivery_id: 'd2' }), 10)).toBe(false)
    expect(await markSeen(noticeKey({ ...data, seq: 16 }), 20)).toBe(true)
  })

  it('is known by its delivery where it is about no fact', () => {
    expect(noticeKey({ kind: 'opened', tuid: null, seq: null, delivery_id: 'd1' })).toBe('d1')
  })

  it('[PUSH-04] overtakes what happened to the same ticket before, and nothing else', async () => {
    await markSeen(noticeKey({ kind: 'call', tuid: 'a', seq: 15, delivery_id: 'd1' }), 0)
    await markSeen('d2', 0)
    const late = (tuid: string | null, seq: number | null) => isOvertaken({ kind: 'almost_there', tuid, seq })
    expect([await late('a', 9), await late('a', 14)]).toEqual([true, true])
    expect([await late('a', 15), await late('a', 16), await late('a', 100)]).toEqual([false, false, false])
    expect([await late('b', 9), await late(null, 9), await late('a', null)]).toEqual([false, false, false])
  })

  it('is forgotten after a day', async () => {
    await markSeen('centro:1', 0)
    await markSeen('centro:2', DAY_MS + 1)
    expect(await (await openHandoff()).getAllKeys('seen')).toEqual(['centro:2'])
  })
})

it('[PUSH-07] nothing of a person who left stays; the language does', async () => {
  await writeWho({ user_id: USER, language: 'pt' })
  await putInInbox({ message: 'call', received_at: 1, user_id: null })
  await markSeen('centro:1', 0)
  await clearHandoff()
  expect(await readWho()).toEqual({ user_id: null, language: 'pt' })
  expect(await drainInbox(async () => undefined)).toBe(0)
  expect(await markSeen('centro:1', 1)).toBe(true)
})
