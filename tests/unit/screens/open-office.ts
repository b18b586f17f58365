import type { Office } from '#contract/rest/offices.ts'

/** An office as screens are told of it, open round the clock. */
export const openOffice = (change: Partial<Office> = {}) =>
  ({
    id: 1,
    slug: 'norte',
    name: 'Notaría Norte',
    address: 'Bandera 100',
    district: 'Santiago',
    category_id: 'notarias',
    category: 'Notarías',
    latitude: -33.44,
    longitude: -70.65,
    time_zone: 'America/Santiago',
    hours: [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, from: '00:00', to: '24:00' })),
    closures: [],
    options: { web_only: false },
    ...change,
  }) as unknown as Office
