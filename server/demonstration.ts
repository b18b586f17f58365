import type { FastifyBaseLogger } from 'fastify'
import { createDemoClerks } from './demo/demo-clerks.ts'
import { type DemoDeskAccount, renewDemoDeskAccount } from './demo/demo-desk-account.ts'
import { demoVerbs } from './demo/demo-verbs.ts'
import { type DemoLinks, renewDemoLinks } from './demo/renew-demo-links.ts'
import { seedDemo } from './demo/seed-demo.ts'
import { systemTimers } from './platform/timers.ts'
import type { QueueContext } from './queue/queue-context.ts'

export interface Demonstration {
  /**
   * With which whoever tries Numerito sits down at a desk; null where somebody loaded offices of their own.
   */
  desk: DemoDeskAccount | null
  /** By which a wall and a kiosk are opened; null where the office for it is not there. */
  links: DemoLinks | null
  /** Somebody looks at this office: its clerks call at a natural pace for a while. */
  lookedAt(officeId: number): void
  start(): void
  stop(): Promise<void>
}

/**
 * Offices with people and clerks in them, on the server's own queue. To be called before the server listens.
 */
export async function prepareDemonstration(
  queue: QueueContext,
  log: FastifyBaseLogger,
): Promise<Demonstration> {
  const offices = await seedDemo(queue)
  const clerks = createDemoClerks({
    ...queue,
    timers: systemTimers,
    verbs: demoVerbs(queue),
    offices,
    onFault: error => log.error({ err: error }, 'the demonstration stumbled'),
  })
  return {
    desk: await renewDemoDeskAccount(queue),
    links: await renewDemoLinks(queue),
    lookedAt: clerks.lookedAt,
    start: clerks.start,
    stop: clerks.stop,
  }
}
