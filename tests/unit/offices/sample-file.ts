/** A small offices file in which everything is right, as a test may bend it. */
export function sampleFile() {
  return {
    holidays: ['2026-12-25'],
    organizations: [
      { category: 'notarias', line_categories: [{ slug: 'firmas', name: 'Firmas' }] },
      { category: 'salud', line_categories: [{ slug: 'urgencia', name: 'Urgencia' }] },
    ],
    offices: [
      {
        slug: 'notaria-uno',
        name: 'Notaría Uno',
        category: 'notarias',
        address: 'Bandera 100',
        district: 'Santiago',
        region: 'Metropolitana de Santiago',
        latitude: -33.44,
        longitude: -70.65,
        time_zone: 'America/Santiago',
        hours: [
          { days: [1, 2, 3, 4, 5], from: '09:00', to: '14:00' },
          { days: [1, 2, 3, 4, 5], from: '15:00', to: '18:00' },
        ],
        closures: ['2026-12-24'],
        lines: [
          {
            slug: 'firmas',
            name: 'Firmas',
            prefix: 'F',
            line_category: 'firmas',
            ticket_form: [
              {
                id: 'patente',
                fieldType: 'text',
                question: 'Patente',
                validCharacter: '[A-Z]{4}-?[0-9]{2}',
              },
              { id: 'tramite', fieldType: 'select', question: 'Trámite', options: ['Venta', 'Poder'] },
            ],
          },
          { slug: 'copias', name: 'Copias', prefix: 'C', type: 'kiosk' },
        ],
        modulos: ['1', '2'],
      },
      {
        slug: 'salud-en-linea',
        name: 'Salud en línea',
        category: 'salud',
        address: 'Por internet',
        district: 'Santiago',
        region: 'Metropolitana de Santiago',
        time_zone: 'America/Santiago',
        hours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' }],
        open_on_holidays: true,
        options: { web_only: true },
        lines: [{ slug: 'video', name: 'Video', prefix: 'V', virtual: true, line_category: 'urgencia' }],
      },
    ],
    clerks: [{ user: 'ana.rojas', name: 'Ana Rojas', offices: ['notaria-uno', 'salud-en-linea'] }],
  }
}

// A test bends the file into every wrong shape, which no type should stand in the way of.
// oxlint-disable-next-line typescript/no-explicit-any
export type Bendable = any
