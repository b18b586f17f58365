import type { FlowContext } from './flow-context.ts'
import { DONE, type Outcome, failureOf } from './outcome.ts'

/** "Probar el aviso": the server sends this person a real push. */
export async function testPush({ api }: Pick<FlowContext, 'api'>): Promise<Outcome> {
  try {
    await api.push.test()
    return DONE
  } catch (error) {
    return failureOf(error)
  }
}
