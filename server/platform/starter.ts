import { readFileSync } from 'node:fs'

/** How long a server may outlive whoever started it. */
const LOOK_MS = 250

/** Of a process on Linux; undefined where it is gone, or where there is no /proc. */
function parentOf(pid: number): number | undefined {
  try {
    // The name stands in brackets and may hold anything, brackets too.
    const [, afterName = ''] = /^.*\) . (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return Number.parseInt(afterName, 10)
  } catch {
    return undefined
  }
}

function isShell(pid: number): boolean {
  try {
    const [program = '', option] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return /(^|\/)\w*sh$/.test(program) && option === '-c'
  } catch {
    return false
  }
}

/**
 * Says when npm, which started this process, is gone. npm gives a signal to its shell alone, some shells hand
 * nothing on, and npm itself may be killed: the server would stay, with its port and its data directory, and
 * nobody would know. A process that npm did not start belongs to nobody and outlives whoever began it.
 * @param script of package.json that this is: `start`
 * @param packageFile of the package whose script this is: what npm says is inherited by whatever it started
 */
export function whenStarterIsGone(script: string, packageFile: string, onGone: () => void): void {
  const { npm_lifecycle_event, npm_package_json } = process.env
  if (npm_lifecycle_event !== script || npm_package_json !== packageFile) return
  const parent = process.ppid
  const npm = isShell(parent) ? parentOf(parent) : undefined
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || parentOf(parent) === npm)) return
    clearInterval(timer)
    onGone()
  }, LOOK_MS)
  timer.unref()
}

/** Ends this server with the npm that started it, as if npm's signal had come here. */
export function endWithStarter(script: string, packageFile: string): void {
  whenStarterIsGone(script, packageFile, () => {
    // Before anybody listens to it there is nothing to be closed.
    if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(0)
  })
}
