import 'fake-indexeddb/auto'
import { deleteDB } from 'idb'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { PushNews } from '#server/notify/compose-push-message.ts'
import { openHandoff } from '#src/handoff/open-handoff.ts'
import { clearHandoff } from '#src/handoff/clear-handoff.ts'
import { drainInbox, putInInbox } from '#src/handoff/inbox.ts'
import { HANDOFF_NAME } from '#src/handoff/open-handoff.ts'
import { markSeen, noticeKey } from '#src/handoff/seen.ts'
import { writeLanguage, writeWho } from '#src/handoff/who.ts'
import { ORIGIN, runWorker, type WorkerInHand } from './run-worker.ts'
import { CALL, DELIVERY, messageOf } from './sent-push.ts'

const USER = '11111111-1111-4111-8111-111111111111'

const FIVE_TO_GO: PushNews = { ...CALL, kind: 'almost_there', modulo: null, ahead: 5, seq: 11 }

const sent = (news: PushNews) => JSON.stringify(messageOf(news))

let worker: WorkerInHand
beforeEach(async () => {
  await deleteDB(HANDOFF_NAME)
  await writeWho({ user_id: USER, language: 'es' })
  worker = await runWorker()
})
afterEach(() => void vi.unstubAllGlobals())

const titles = () => worker.shown.map(({ title }) => title)
const bodies = () => worker.shown.map(({ options }) => options.body)
async function inbox() {
  const items: unknown[] = []
  await drainInbox(async item => void items.push(item))
  return items
}

describe('a push that reaches the phone', () => {
  it('[PUSH-02] is shown, kept for the page, and the server hears that it was', async () => {
    await worker.push(sent(CALL))
    expect(titles()).toEqual(['Es tu turno: A042 · módulo 3'])
    expect(await inbox()).toMatchObject([
      { user_id: USER, message: { notification: { data: { delivery_id: DELIVERY } } } },
    ])
    expect(worker.asked).toMatchObject([
      {
        address: `${ORIGIN}/services/push/deliveries/${DELIVERY}`,
        init: { method: 'POST', body: '{"shown":true}', credentials: 'omit' },
      },
    ])
  })

  it('[PUSH-02] is shown and kept without a network', async () => {
    worker.phone.hasNetwork = false
    await worker.push(sent(CALL))
    expect(titles()).toEqual(['Es tu turno: A042 · módulo 3'])
    expect(await inbox()).toHaveLength(1)
  })

  it('[PUSH-02] is shown by the phone’s own clock where its tables do not know the office’s zone', async () => {
    vi.stubEnv('TZ', 'America/Santiago')
    onTestFinished(() => void vi.unstubAllEnvs())
    const message = messageOf({ kind: 'reminder', begins: '2026-11-24T12:30:00Z' })
    message.notification.data.time_zone = 'X/Nowhere'
    await worker.push(JSON.stringify(message))
    expect(titles()).toEqual([expect.stringMatching(/^Tu reserva A042: martes,? 0?9:30/)])
  })

  it.each([null, '', 'not of ours'])(
    '[PUSH-02] with nothing readable in it (%j) is shown all the same',
    async text => {
      await worker.push(text)
      expect(bodies()).toEqual(['Hay novedades de tu turno'])
      expect(worker.asked).toEqual([])
    },
  )

  it('[PUSH-02] is shown in the language that the person chose last, whatever the server knew', async () => {
    await writeLanguage('en')
    await worker.push(sent(CALL))
    expect(titles()).toEqual(['Your turn: A042 · desk 3'])
  })

  it('[PUSH-02] is shown by its words alone where the browser refuses the rest', async () => {
    worker.phone.refusesNotice = options => 'vibrate' in options
    await worker.push(sent(CALL))
    expect(titles()).toEqual(['Es tu turno: A042 · módulo 3'])
  })

  it('[CALL-06] tells the pages that are open, controlled or not', async () => {
    const pages = [worker.open('/'), worker.open('/search', { isControlled: false })]
    await worker.push(sent(CALL))
    for (const { told } of pages) expect(told).toEqual([{ type: 'push-arrived' }])
  })

  it('[PUSH-04] rings once: what repeats it takes its place in silence', async () => {
    await worker.push(sent(CALL))
    expect(worker.shown[0]?.options).not.toHaveProperty('silent')
    await worker.push(sent(CALL))
    expect(worker.shown).toMatchObject([{ options: { silent: true } }])
  })

  it('[PUSH-04] does not ring for what a page has shown, on a phone whose date is wrong either', async () => {
    const { data } = messageOf(CALL).notification
    const happened = Date.parse(data.at)
    await markSeen(noticeKey(data), happened)
    const wrong = vi.spyOn(Date, 'now').mockReturnValue(happened + 30 * 86_400_000)
    onTestFinished(() => wrong.mockRestore())
    await worker.push(sent(CALL))
    expect(worker.shown).toMatchObject([{ options: { silent: true } }])
  })

  it.each([16, 14])('[PUSH-04] and what the office writes stand side by side (%i)', async seq => {
    const written = sent({ ...CALL, kind: 'message', message: null, seq })
    for (const text of seq > 15 ? [written, sent(CALL)] : [sent(CALL), written]) await worker.push(text)
    expect(titles()).toHaveLength(2)
    expect(titles()).toContain('Es tu turno: A042 · módulo 3')
    expect(worker.shown.map(({ options }) => options.silent === true)).toEqual([false, false])
    expect(new Set(worker.shown.map(({ options }) => options.tag)).size).toBe(2)
  })

  it('[PUSH-04] late, does not take the place of what happened after it', async () => {
    await worker.push(sent(CALL))
    await worker.push(sent(FIVE_TO_GO))
    expect(titles()).toEqual(['Es tu turno: A042 · módulo 3'])
  })
})

describe('a push for somebody who has left', () => {
  it('[PUSH-07] says nothing of whom it called, keeps nothing, and is not acknowledged', async () => {
    await putInInbox({ message: 'of whom was here before', received_at: 1, user_id: USER })
    await clearHandoff()
    const page = worker.open('/')
    await worker.push(sent(CALL))
    expect(titles()).toEqual(['Numerito'])
    expect(bodies()).toEqual(['Hay novedades de tu turno'])
    expect(JSON.stringify(worker.shown)).not.toMatch(/A042|Caja|Centro|7777/)
    expect(await inbox()).toEqual([])
    expect(worker.asked).toEqual([])
    expect(page.told).toEqual([])
  })
})

describe('a push to a phone whose store', () => {
  it('[PUSH-02] had no room for who is here is a call all the same', async () => {
    const handoff = await openHandoff()
    await handoff.delete('who', 'me')
    await worker.push(sent(CALL))
    expect(titles()).toEqual(['Es tu turno: A042 · módulo 3'])
    expect(await inbox()).toHaveLength(1)
  })

  it('[PUSH-02] fails is shown in the server’s language', async () => {
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new DOMException('the disk is full', 'UnknownError')
      },
    })
    await worker.push(sent(CALL))
    expect(titles()).toEqual(['Es tu turno: A042 · módulo 3'])
    expect(worker.asked).toHaveLength(1)
  })

  it('[PUSH-02] hangs is shown before the browser loses patience', async () => {
    vi.stubGlobal('indexedDB', { open: () => new IDBOpenDBRequest() })
    const patience = new Set<number>()
    // Each patience of the worker's is over at once.
    vi.stubGlobal('setTimeout', (over: (value: unknown) => void, ms: number, value: unknown) => {
      patience.add(ms)
      return setImmediate(over, value)
    })
    await worker.push(sent(CALL))
    expect(titles()).toEqual(['Es tu turno: A042 · módulo 3'])
    expect([...patience]).toEqual([1_000])
  })
})
