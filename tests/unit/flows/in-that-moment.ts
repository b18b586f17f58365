import type { FlowContext } from '#src/flows/flow-context.ts'

/** Happens once, just before the next thing that is written as a whole. */
export function inThatMoment({ db }: Pick<FlowContext, 'db'>, happen: () => Promise<unknown>): void {
  const { atomically } = db
  db.atomically = async work => {
    db.atomically = atomically
    await happen()
    return await atomically(work)
  }
}
