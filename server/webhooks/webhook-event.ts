import type { Fact } from '#server/facts/fact.ts'
import { officeEventOf } from '#server/realtime/office-event.ts'

export interface WebhookEvent {
  id: string
  body: string
}

const eventOf = (id: string, type: string, timestamp: string, data: object): WebhookEvent => ({
  id,
  body: JSON.stringify({ type, timestamp, data }),
})

/**
 * A fact as an office's topic tells it to everybody; null for one that is its owner's matter alone. Its id is
 * the same to each webhook: a system that has two hears it once.
 */
export function webhookEvent(fact: Fact, office: { id: number; slug: string }): WebhookEvent | null {
  const { event, everyone } = officeEventOf(fact, { ...office, name: '', lines: new Map() }, {})
  if (everyone === null) return null
  const id = `fact_${office.id}_${fact.seq}`
  return eventOf(id, event.replace(':', '.'), fact.at.toISOString(), everyone)
}

/** «Probar»: nothing happened. */
export const testEvent = (testId: string, office: { slug: string }, at: Date): WebhookEvent =>
  eventOf(`test_${testId}`, 'webhook.test', at.toISOString(), { officeSlug: office.slug })
