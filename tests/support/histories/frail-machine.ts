import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { type Ailment, MACHINE_FILE, WELL } from './ailment.ts'

/**
 * The machine under a server, as a test wants it: imported before the server, in each of its threads. What
 * ails it stands in a file, and is so from a moment after it is written there. The time of day is another one
 * for all of the process, as if somebody had set the machine's clock; what has elapsed since is not touched.
 * A sync to the disk takes longer, for the embedded database, which is all that syncs.
 */
const LOOK_MS = 20
const file = process.env[MACHINE_FILE] ?? ''
let ailment: Ailment = WELL
let looked = Number.NEGATIVE_INFINITY

function ails(): Ailment {
  const at = performance.now()
  if (at - looked < LOOK_MS) return ailment
  looked = at
  try {
    ailment = JSON.parse(fs.readFileSync(file, 'utf8')) as Ailment
  } catch {
    // Written in this very moment: it is seen at the next look.
  }
  return ailment
}

const TrueDate = Date
const now = () => TrueDate.now() + ails().clockMs
globalThis.Date = new Proxy(TrueDate, {
  construct: (_, args) => Reflect.construct(TrueDate, args.length === 0 ? [now()] : args),
  apply: () => new TrueDate(now()).toString(),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
})

const sync = fs.fdatasyncSync
const nobody = new Int32Array(new SharedArrayBuffer(4))
fs.fdatasyncSync = descriptor => {
  const { syncMs } = ails()
  if (syncMs > 0) Atomics.wait(nobody, 0, 0, syncMs)
  sync(descriptor)
}
syncBuiltinESMExports()
