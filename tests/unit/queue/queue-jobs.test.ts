import { describe, expect, it } from 'vitest'
import type { Fact } from '#server/facts/fact.ts'
import { pushJobsOf } from '#server/queue/turn/queue-jobs.ts'

const at = new Date('2026-11-21T15:00:00Z')
/** By the time on which all servers agree. */
const dueAt = new Date('2026-11-21T14:59:50Z')

const about = {
  office_id: 4,
  seq: 17,
  at,
  line_id: 2,
  ticket_id: '0b7e1a52-6f0f-4f3f-9d0c-3f0a0c4a0001',
  user_id: '0b7e1a52-6f0f-4f3f-9d0c-3f0a0c4a0002',
}
const payload = { office_id: 4, seq: 17, ticket_id: about.ticket_id, user_id: about.user_id }
const called: Fact = {
  ...about,
  name: 'call:created',
  detail: { ticket: 'A042', modulo: '3', waiting: 7, calls: 2 },
}

describe('what is pushed', () => {
  it('a call, an almost-there and an absence, each once for its occasion', () => {
    const near: Fact = { ...about, name: 'ticket:almost_there', detail: { ticket: 'A042', ahead: 5 } }
    const skipped: Fact = { ...about, name: 'ticket:skipped', detail: { ticket: 'A042' } }
    expect(pushJobsOf([called, near, skipped], dueAt)).toEqual([
      { kind: 'push-call', key: `${about.ticket_id}:2`, payload: { ...payload, calls: 2 }, run_at: dueAt },
      {
        kind: 'push-almost-there',
        key: `${about.ticket_id}:5`,
        payload: { ...payload, ahead: 5 },
        run_at: dueAt,
      },
      { kind: 'push-skipped', key: `${about.ticket_id}:17`, payload, run_at: dueAt },
    ])
  })

  it('carries ids alone: no number, desk or name', () => {
    const [job] = pushJobsOf([called], dueAt)
    expect(JSON.stringify(job?.payload)).not.toContain('A042')
    expect(Object.keys(job?.payload ?? {}).sort()).toEqual([
      'calls',
      'office_id',
      'seq',
      'ticket_id',
      'user_id',
    ])
  })

  it('says nothing for a paper number, nor for what its owner did', () => {
    const paper: Fact = { ...called, user_id: null }
    const left: Fact = {
      ...about,
      name: 'ticket:left',
      detail: { ticket: 'A042', waiting: 3, why: 'given-up' },
    }
    const frozen: Fact = {
      ...about,
      ticket_id: null,
      user_id: null,
      name: 'line:frozen',
      detail: { frozen: true },
    }
    expect(pushJobsOf([paper, left, frozen], dueAt)).toEqual([])
  })
})
