import type { Ticket } from '#contract/rest/tickets.ts'

/** A ticket as the server tells it. */
export function ticketOf(change: Partial<Ticket> = {}): Ticket {
  const tuid = change.tuid ?? '33333333-3333-4333-8333-333333333333'
  return {
    id: tuid,
    tuid,
    ticket: 'A042',
    number: 42,
    prefix: 'A',
    line_id: 7,
    line: 'cajas',
    line_name: 'Cajas',
    office: 'centro',
    office_name: 'Sucursal Centro',
    officeSlug: 'centro',
    officeId: 3,
    time_zone: 'America/Santiago',
    category_id: 'demos',
    user_id: '11111111-1111-4111-8111-111111111111',
    state: 'waiting',
    inserted_at: '2026-11-20T12:00:00.000Z',
    called: false,
    called_at: null,
    meet: false,
    modulo: null,
    ahead: 12,
    wait: { from: 20, to: 30 },
    passes_left: 2,
    on_my_way: false,
    returns_left: 0,
    front_until: null,
    aside_until: null,
    reserve: null,
    temporaryUser: true,
    seq: 10,
    ...change,
  }
}
