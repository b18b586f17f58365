import { type Reservation } from '#contract/rest/reservations.ts'
import { isConfirmed } from '#contract/rules/reservation-state.ts'

/** A reservation as the server tells it: the day after the tests' own, at ten in Santiago (-03:00). */
export function reservationOf(change: Partial<Reservation> = {}): Reservation {
  const id = change.id ?? '44444444-4444-4444-8444-444444444abc'
  const state = change.state ?? 'confirmed'
  const deleted = state === 'cancelled' || state === 'expired'
  return {
    _id: id,
    id,
    code: `RV${id.slice(-3).toUpperCase()}`,
    from: '2026-11-21T13:00:00.000Z',
    to: '2026-11-21T13:15:00.000Z',
    time_zone: 'America/Santiago',
    line: { id: 7, slug: 'cajas', name: 'Cajas' },
    office: { id: 3, slug: 'centro', name: 'Sucursal Centro', address: 'Bandera 100', web_only: false },
    category_id: 'demos',
    user_id: '11111111-0000-4000-8000-000000000001',
    meet: false,
    state,
    confirmed: isConfirmed(state),
    confirm_by: state === 'pending' ? '2026-11-20T13:00:00.000Z' : null,
    deleted,
    deleted_at: deleted ? '2026-11-20T12:00:00.000Z' : null,
    attended: state === 'attended',
    modulo: null,
    inserted_at: '2026-11-20T12:00:00.000Z',
    meta: { answers: { name: 'Ana Soto', email: 'ana@example.cl', tel: '+56911111111' } },
    seq: 10,
    ...change,
  }
}
