import { Dexie, liveQuery, type Transaction } from 'dexie'
import { withDeadline } from '#src/platform/deadline.ts'
import { reportFault } from '#src/platform/report-fault.ts'
import { type Stop, Subscribers } from '#src/platform/subscribers.ts'
import type { TakeBack, Timers } from '#src/platform/timers.ts'
import { createPatience, StorageSilentError } from './patience.ts'
import { MemoryRows, type RowKey, type Run, type TableOf } from './rows.ts'
import { problemOf, type StorageProblem } from './storage-problem.ts'

export interface StoreOptions {
  timers: Timers
  /** Told what the storage suffers from, and null when it is well again (OFFL-05). */
  onProblem(problem: StorageProblem | null): void
  /**
   * Whether the browser's other storage takes something: a broken database on a full device looks merely
   * broken.
   */
  hasRoom(): Promise<boolean>
}

export interface Store {
  /** A table whose works are transactions of their own. */
  table<Row>(name: string): TableOf<Row>
  /** The same table for work that runs in a transaction already. */
  tableInside<Row>(name: string): TableOf<Row>
  atomically: Run
  /**
   * Does what keeps something outside these tables; where the storage does not take it, again until it does,
   * and where it says nothing, without waiting for it.
   * @param name a later one of the same name takes its place
   */
  keepTrying(name: string, work: () => Promise<unknown>): Promise<void>
  /** Inside `atomically`. */
  clear(name: string): Promise<void>
  close(): void
  watch<Value>(
    ask: () => Promise<Value>,
    onValue: (value: Value) => void,
    onError: (error: unknown) => void,
  ): Stop
}

/** How often a storage that took nothing is asked again. */
const ASK_AGAIN_MS = 15_000
const ROOM_PATIENCE_MS = 5_000

const here: Run = async work => work()

type Work = () => PromiseLike<unknown>

/** What is kept beside the tables, and not known to be kept. */
interface Errand {
  work: Work
  /** Not answered yet: nobody begins it a second time. */
  underWay: PromiseLike<unknown> | null
}

function abort(transaction: Transaction | undefined): void {
  try {
    transaction?.abort()
  } catch {
    // It has just ended by itself.
  }
}

/**
 * The tables on the disk; and where the browser stops taking what is written (a full device, a private
 * window, a broken file) or answers nothing any more, the same tables in this page's memory, so that what the
 * server gave is still shown. What is only in memory is brought to the disk as soon as that takes it.
 */
export function createStore(dexie: Dexie, { timers, onProblem, hasRoom }: StoreOptions): Store {
  const names = dexie.tables.map(({ name }) => name)
  const changes = new Subscribers<void>()
  /** What was last read of or written to the disk: a full device may not even let itself be read any more. */
  const known = new Map(names.map(name => [name, new Map<RowKey, unknown>()]))
  /** Null while the disk is used. */
  let memory: Map<string, MemoryRows<unknown>> | null = null
  /**
   * What was done in memory since the disk could not even be read: it is done again on what that turns out to
   * hold, or receipts that are there would be overwritten, and would outlive a log-out. Null where memory
   * knew what the disk held.
   */
  let unseen: Work[] | null = null
  /** What the disk holds, asked for once however often it is waited for. */
  let learning: Promise<Map<string, Map<RowKey, unknown>>> | null = null
  let retreating: Promise<void> | null = null
  let problem: StorageProblem | null = null
  const disk = createPatience(timers)
  /** With what lies beside the tables: it may answer where these do not. */
  const beside = createPatience(timers)
  const waiting = new Map<string, Errand>()
  let isAskedAgain = false
  let takeBack: TakeBack = () => undefined
  /** In memory there are no transactions: works take their turns instead. */
  let turns: Promise<unknown> = Promise.resolve()

  /**
   * The table in memory, while that is used. A work on the disk that is still under way then is done in
   * memory from its beginning: should the disk answer after all, it does not go on there.
   */
  function memoryOf(name: string): MemoryRows<unknown> | undefined {
    if (memory && Dexie.currentTransaction) throw new DOMException('done in memory', 'AbortError')
    return memory?.get(name)
  }

  const keyPathOf = (name: string) => String(dexie.table(name).schema.primKey.keyPath)

  /** On a disk at its end this may hang as well. */
  const roomLeft = async () => (await withDeadline(hasRoom(), ROOM_PATIENCE_MS, timers)) !== false

  async function report(found: StorageProblem): Promise<void> {
    const real = found === 'broken' && !(await roomLeft()) ? 'full' : found
    // The first word is the cause; what follows (a connection that was closed) only its echo.
    if (problem === null || problem === 'broken') {
      problem = real
      onProblem(real)
    }
    if (isAskedAgain) return
    isAskedAgain = true
    takeBack = timers.after(ASK_AGAIN_MS, () => {
      isAskedAgain = false
      askAgain().catch(reportFault)
    })
  }

  const byKey = (name: string, rows: readonly unknown[]) =>
    new Map(rows.map(row => [(row as Record<string, RowKey>)[keyPathOf(name)] as RowKey, row]))

  /** @returns null where the disk does not say */
  async function readable(name: string): Promise<Map<RowKey, unknown> | null> {
    try {
      return byKey(name, await disk.answer(dexie.table(name).toArray()))
    } catch {
      return null
    }
  }

  async function retreat(found: StorageProblem, isSilent: boolean): Promise<void> {
    const tables = new Map<string, MemoryRows<unknown>>()
    let isSeen = true
    for (const name of names) {
      const rows = isSilent || disk.isOver() ? null : await readable(name)
      isSeen &&= rows !== null
      tables.set(name, new MemoryRows(keyPathOf(name), rows ?? new Map(known.get(name))))
    }
    memory = tables
    // What keeps nothing will turn out to hold nothing.
    unseen = isSeen || found === 'refused' ? null : []
    const reported = report(found)
    if (!isSilent) await reported
    changes.tell(undefined)
  }

  /** What the storage refuses is done in memory from now on; any other fault is its caller's. */
  async function giveWay(error: unknown): Promise<void> {
    const found = problemOf(error)
    if (found === null) throw error
    if (memory) return
    retreating ??= retreat(found, error instanceof StorageSilentError).finally(() => {
      retreating = null
    })
    await retreating
  }

  function inTurn<Value>(work: () => PromiseLike<Value>): Promise<Value> {
    const done = turns.then(work)
    turns = done.catch(() => {})
    return done
  }

  /** On the disk, while that is used; and in memory, where it is not, or does not take this. */
  async function onDiskOr<Value>(
    onDisk: () => PromiseLike<Value>,
    inMemory: () => PromiseLike<Value>,
  ): Promise<Value> {
    if (!memory) {
      try {
        return await disk.answer(onDisk())
      } catch (error) {
        await giveWay(error)
      }
    }
    return await inMemory()
  }

  const running =
    (inTransaction: Run, isChange: boolean): Run =>
    work => {
      const onDisk = () => inTransaction(work)
      const inMemory = async () => {
        const value = await work()
        unseen?.push(work)
        return value
      }
      return onDiskOr(onDisk, async () => {
        if (!isChange) return work()
        // While this waited for its turn the disk may have taken everything, and be full again.
        const value = await inTurn(() => onDiskOr(onDisk, inMemory))
        changes.tell(undefined)
        return value
      })
    }
  const reading = running(here, false)
  // A part of the transaction that is under way. Dexie loses that over the awaits of plain nested functions.
  const within: Run = async work => (memory ? work() : dexie.transaction('rw', names, work))
  const atomicallyIn = (tables: string[]) => running(work => dexie.transaction('rw', tables, work), true)

  /** All that the disk holds. Once it answers, what was given up there is over: it came before. */
  function learn(): Promise<Map<string, Map<RowKey, unknown>>> {
    const readAll = async () => {
      const tables = await dexie.transaction('r', names, () =>
        Promise.all(names.map(name => dexie.table(name).toArray())),
      )
      return new Map(names.map((name, at) => [name, byKey(name, tables[at] ?? [])]))
    }
    learning ??= readAll().finally(() => {
      learning = null
    })
    return disk.answer(learning)
  }

  /** What was done in memory without knowing what the disk holds is done again on that. */
  async function doAgain(works: readonly Work[], rows: Map<string, Map<RowKey, unknown>>): Promise<void> {
    const before = memory
    memory = new Map(names.map(name => [name, new MemoryRows(keyPathOf(name), rows.get(name) ?? new Map())]))
    for (const work of works) {
      try {
        await work()
      } catch (error) {
        reportFault(error)
      }
    }
    // Some of it is done only for whoever is here. What is on the screen stays there.
    for (const [name, table] of memory) await table.keepShown(before?.get(name))
    changes.tell(undefined)
  }

  /** Brings to the disk what is only in memory. */
  async function bringHome(rows: Map<string, Map<RowKey, unknown>> | null): Promise<void> {
    if (rows && unseen) await doAgain(unseen, rows)
    const tables = memory
    if (!tables) return
    let begun: Transaction | undefined
    const brought = dexie.transaction('rw', names, async transaction => {
      begun = transaction
      for (const [name, rows] of tables) await rows.bringTo(dexie, name)
    })
    try {
      await disk.answer(brought)
    } catch (error) {
      // It is done once more, from the beginning.
      if (error instanceof StorageSilentError) abort(begun)
      throw error
    }
    memory = null
    unseen = null
    changes.tell(undefined)
  }

  async function attempt(name: string, errand: Errand): Promise<void> {
    errand.underWay ??= errand.work()
    try {
      await beside.answer(errand.underWay)
      if (waiting.get(name) === errand) waiting.delete(name)
    } catch (error) {
      if (!(error instanceof StorageSilentError)) errand.underWay = null
      throw error
    }
  }

  async function askAgain(): Promise<void> {
    try {
      // Not in turn: what goes on in memory does not wait for a disk that says nothing.
      if (memory) await disk.answer(dexie.open())
      const rows = memory && unseen ? await learn() : null
      await inTurn(() => bringHome(rows))
      for (const [name, errand] of waiting) await attempt(name, errand)
      // What was done just now may have been refused in its turn.
      if (memory) return
      problem = null
      onProblem(null)
    } catch (error) {
      const found = problemOf(error)
      // A fault of ours, too, may be over the next time: what is only in memory goes with the page.
      if (found === null) reportFault(error)
      await report(found ?? 'broken')
    }
  }

  function rowsOf<Row>(name: string): Omit<TableOf<Row>, 'atomically' | 'reading'> {
    const table = dexie.table<Row, RowKey>(name)
    const inMemory = () => memoryOf(name) as MemoryRows<Row> | undefined
    const rows = known.get(name) as Map<RowKey, Row>
    const keyPath = keyPathOf(name)
    const keyOf = (row: Row) => (row as Record<string, RowKey>)[keyPath] as RowKey
    // Dexie's own promises, handed on: each turn more in which nothing is asked, and a browser ends the
    // transaction.
    return {
      get: key =>
        inMemory()?.get(key) ??
        table.get(key).then(row => {
          disk.heard()
          if (row === undefined) rows.delete(key)
          else rows.set(key, row)
          return row
        }),
      all: () =>
        inMemory()?.all() ??
        table.toArray(all => {
          disk.heard()
          rows.clear()
          for (const row of all) rows.set(keyOf(row), row)
          return all
        }),
      put: row =>
        inMemory()?.put(row) ??
        table.put(row).then(key => {
          disk.heard()
          rows.set(key, row)
        }),
      delete: key =>
        inMemory()?.delete(key) ??
        table.delete(key).then(() => {
          disk.heard()
          rows.delete(key)
        }),
    }
  }

  return {
    table: name => ({ ...rowsOf(name), atomically: atomicallyIn([name]), reading }),
    tableInside: name => ({ ...rowsOf(name), atomically: within, reading: within }),
    atomically: atomicallyIn(names),
    async keepTrying(name, work) {
      const errand: Errand = { work, underWay: null }
      waiting.set(name, errand)
      const isSilent = disk.isOver() || beside.isOver()
      try {
        const tried = attempt(name, errand)
        if (!isSilent) return await tried
        // It stays among what is asked again.
        tried.catch(() => undefined)
      } catch (error) {
        const found = problemOf(error)
        if (found === null) {
          if (waiting.get(name) === errand) waiting.delete(name)
          throw error
        }
        const reported = report(found)
        if (!(error instanceof StorageSilentError)) await reported
      }
    },
    async clear(name) {
      const held = memoryOf(name)
      if (held) {
        for (const key of held.rows.keys()) await held.delete(key)
        return
      }
      await dexie.table(name).clear()
      known.get(name)?.clear()
    },
    close() {
      takeBack()
      disk.stop()
      beside.stop()
      dexie.close()
    },
    watch(ask, onValue, onError) {
      let stop: Stop = () => undefined
      // Dexie sees what changes on the disk, and nothing of what changes in memory. Where a browser has no
      // IndexedDB at all, it never asks.
      const begin = () => {
        stop()
        if (!Dexie.dependencies.indexedDB) {
          let isOver = false
          stop = () => {
            isOver = true
          }
          ask().then(
            value => isOver || onValue(value),
            error => isOver || onError(error),
          )
          return
        }
        const subscription = liveQuery(ask).subscribe({ next: onValue, error: onError })
        stop = () => subscription.unsubscribe()
      }
      begin()
      const unhear = changes.add(begin)
      return () => {
        unhear()
        stop()
      }
    },
  }
}
