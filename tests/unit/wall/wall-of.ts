import type { WallState } from '#contract/rest/devices.ts'

const AT = Date.parse('2026-11-21T15:00:00Z')

/** A wall's answer with these calls, newest first. @param calls sequence number, ticket, seconds ago */
export const wallOf = (calls: readonly (readonly [number, string, number])[]): WallState => ({
  at: new Date(AT).toISOString(),
  office: {
    id: 1,
    slug: 'norte',
    name: 'Notaría Norte',
    category_id: 'notarias',
    time_zone: 'America/Santiago',
    demo: false,
    web_only: false,
  },
  languages: ['es'],
  open: true,
  opens: null,
  lines: [],
  seq: calls[0]?.[0] ?? 0,
  calls: calls.map(([seq, ticket, ago]) => ({
    seq,
    ticket,
    modulo: 'Módulo 3',
    at: new Date(AT - ago * 1_000).toISOString(),
  })),
})

/** Lets what was answered take its course. */
export const settled = () => new Promise<void>(resolve => void setImmediate(resolve))
