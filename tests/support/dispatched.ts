import { dispatch } from '#commands/dispatch.ts'
import type { Surroundings } from '#commands/surroundings.ts'

/** As an operator types it, in this process: how it ended, and what it said. */
export async function dispatched(environment: Surroundings['environment'], ...args: string[]) {
  const said = { out: '', err: '' }
  const exit = await dispatch(args, {
    environment,
    out: text => void (said.out += text),
    err: text => void (said.err += text),
  })
  return { exit, ...said }
}
