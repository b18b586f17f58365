import type { OfficeSettings } from '#contract/rest/settings.ts'

/** An office as its settings say it, as small as one may be. */
export const NOTARY: OfficeSettings['office'] = {
  slug: 'notaria-norte',
  name: 'Notaría Norte',
  category: 'notarias',
  hours: [{ days: [1, 2, 3], from: '09:00', to: '14:00' }],
  lines: [{ slug: 'firmas', name: 'Firmas', prefix: 'A' }],
  modulos: ['1', '2'],
}

/** Its settings as they stand after the nth change. */
export const notarySettings = (
  change: Partial<OfficeSettings['office']> = {},
  nth = 1,
  changed: OfficeSettings['changed'] = null,
): OfficeSettings => ({
  office_id: 3,
  version: String(nth).padStart(27, '0'),
  office: { ...NOTARY, ...change },
  holidays: [],
  line_categories: [],
  changed,
})
