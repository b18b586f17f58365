import { Dexie, liveQuery } from 'dexie'
import { reportFault } from '#src/platform/report-fault.ts'
import { type Stop, Subscribers } from '#src/platform/subscribers.ts'
import type { TakeBack, Timers } from '#src/platform/timers.ts'
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
   * Does what keeps something outside these tables; where the storage does not take it, again until it does.
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

const here: Run = async work => work()

/**
 * The tables on the disk; and where the browser stops taking what is written (a full device, a private
 * window, a broken file), the same tables in this page's memory, so that what the server gave is still shown.
 * What is only in memory is brought to the disk as soon as that takes it.
 */
export function createStore(dexie: Dexie, { timers, onProblem, hasRoom }: StoreOptions): Store {
  const names = dexie.tables.map(({ name }) => name)
  const changes = new Subscribers<void>()
  /** What was last read of or written to the disk: a full device may not even let itself be read any more. */
  const known = new Map(names.map(name => [name, new Map<RowKey, unknown>()]))
  /** Null while the disk is used. */
  let memory: Map<string, MemoryRows<unknown>> | null = null
  let retreating: Promise<void> | null = null
  let problem: StorageProblem | null = null
  const waiting = new Map<string, () => Promise<unknown>>()
  let isAskedAgain = false
  let takeBack: TakeBack = () => undefined
  /** In memory there are no transactions: works take their turns instead. */
  let turns: Promise<unknown> = Promise.resolve()

  const keyPathOf = (name: string) => String(dexie.table(name).schema.primKey.keyPath)

  async function report(found: StorageProblem): Promise<void> {
    const real = found === 'broken' && !(await hasRoom()) ? 'full' : found
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

  async function readable(name: string): Promise<Map<RowKey, unknown>> {
    try {
      const rows: Record<string, RowKey>[] = await dexie.table(name).toArray()
      return new Map(rows.map(row => [row[keyPathOf(name)] as RowKey, row]))
    } catch {
      return known.get(name) ?? new Map()
    }
  }

  async function retreat(found: StorageProblem): Promise<void> {
    const tables = new Map<string, MemoryRows<unknown>>()
    for (const name of names) tables.set(name, new MemoryRows(keyPathOf(name), await readable(name)))
    memory = tables
    await report(found)
    changes.tell(undefined)
  }

  /** What the storage refuses is done in memory from now on; any other fault is its caller's. */
  async function giveWay(error: unknown): Promise<void> {
    const found = problemOf(error)
    if (found === null) throw error
    if (memory) return
    retreating ??= retreat(found).finally(() => {
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
        return await onDisk()
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
      return onDiskOr(onDisk, async () => {
        if (!isChange) return work()
        // While this waited for its turn the disk may have taken everything, and be full again.
        const value = await inTurn(() => onDiskOr(onDisk, work))
        changes.tell(undefined)
        return value
      })
    }
  const reading = running(here, false)
  // A part of the transaction that is under way. Dexie loses that over the awaits of plain nested functions.
  const within: Run = async work => (memory ? work() : dexie.transaction('rw', names, work))
  const atomicallyIn = (tables: string[]) => running(work => dexie.transaction('rw', tables, work), true)

  /** Brings to the disk what is only in memory. */
  async function bringHome(): Promise<void> {
    const tables = memory
    if (!tables) return
    await dexie.open()
    await dexie.transaction('rw', names, async () => {
      for (const [name, rows] of tables) await rows.bringTo(dexie, name)
    })
    memory = null
    changes.tell(undefined)
  }

  async function askAgain(): Promise<void> {
    try {
      await inTurn(bringHome)
      for (const [name, work] of waiting) {
        await work()
        waiting.delete(name)
      }
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
    const disk = dexie.table<Row, RowKey>(name)
    const inMemory = () => memory?.get(name) as MemoryRows<Row> | undefined
    const rows = known.get(name) as Map<RowKey, Row>
    const keyPath = keyPathOf(name)
    const keyOf = (row: Row) => (row as Record<string, RowKey>)[keyPath] as RowKey
    // Dexie's own promises, handed on: each turn more in which nothing is asked, and a browser ends the
    // transaction.
    return {
      get: key =>
        inMemory()?.get(key) ??
        disk.get(key).then(row => {
          if (row === undefined) rows.delete(key)
          else rows.set(key, row)
          return row
        }),
      all: () =>
        inMemory()?.all() ??
        disk.toArray(all => {
          rows.clear()
          for (const row of all) rows.set(keyOf(row), row)
          return all
        }),
      put: row => inMemory()?.put(row) ?? disk.put(row).then(key => void rows.set(key, row)),
      delete: key => inMemory()?.delete(key) ?? disk.delete(key).then(() => void rows.delete(key)),
    }
  }

  return {
    table: name => ({ ...rowsOf(name), atomically: atomicallyIn([name]), reading }),
    tableInside: name => ({ ...rowsOf(name), atomically: within, reading: within }),
    atomically: atomicallyIn(names),
    async keepTrying(name, work) {
      waiting.delete(name)
      try {
        await work()
      } catch (error) {
        const found = problemOf(error)
        if (found === null) throw error
        waiting.set(name, work)
        await report(found)
      }
    },
    async clear(name) {
      const held = memory?.get(name)
      if (held) {
        for (const key of held.rows.keys()) await held.delete(key)
        return
      }
      await dexie.table(name).clear()
      known.get(name)?.clear()
    },
    close() {
      takeBack()
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
