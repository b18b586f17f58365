import { composePushMessage, type PushNews } from '#server/notify/compose-push-message.ts'
import { ORIGIN } from './run-worker.ts'

/** The notice's own id on one browser. */
export const DELIVERY = '88888888-0000-4000-8000-000000000001'

export const CALL: PushNews = {
  kind: 'call',
  tuid: '77777777-0000-4000-8000-000000000001',
  office_slug: 'centro',
  office_name: 'Notaría Centro',
  line_id: 3,
  line_name: 'Caja',
  ticket: 'A042',
  modulo: '3',
  ahead: null,
  at: new Date('2026-11-20T12:10:00Z'),
  seq: 15,
}

/** A call, changed as told, as the server sends it. */
export const messageOf = (change: Partial<PushNews> = {}) =>
  composePushMessage({ ...CALL, ...change }, DELIVERY, 'es', ORIGIN)
