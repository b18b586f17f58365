import { describe, expect, it } from 'vitest'
import type { Line } from '#contract/rest/offices.ts'
import { groupLines } from '#src/screens/office/line-groups.ts'

const line = (slug: string, change: Partial<Line> = {}): Line => ({
  id: 1,
  line_id: 1,
  slug,
  name: slug,
  prefix: 'A',
  priority: 0,
  type: 'normal',
  virtual: false,
  executive: null,
  folder: null,
  line_category_id: null,
  takes_tickets: true,
  takes_reservations: false,
  officeSlug: 'norte',
  officeId: 1,
  waiting: 0,
  wait: null,
  call: null,
  queue: { raw_tickets: [] },
  frozen: false,
  ...change,
})

const listed = (lines: Line[], linked: string | null = null) =>
  groupLines(lines, linked).map(({ folder, lines }) => [folder, ...lines.map(({ slug }) => slug)])

describe('the lines of an office', () => {
  it('[OFF-07] are listed by priority, the highest first, then by name', () => {
    const lines = [
      line('copias'),
      line('video', { priority: 1 }),
      line('aduana'),
      line('firmas', { priority: 9 }),
    ]
    expect(listed(lines)).toEqual([[null, 'firmas', 'video', 'aduana', 'copias']])
  })

  it('[OFF-07] stand under their folder, each folder at the place of its first line', () => {
    const lines = [
      line('firmas', { priority: 3, folder: 'Trámites' }),
      line('caja', { priority: 2 }),
      line('copias', { priority: 1, folder: 'Trámites' }),
      line('pagos', { priority: 0, folder: 'Cajas' }),
    ]
    expect(listed(lines)).toEqual([
      ['Trámites', 'firmas', 'copias'],
      [null, 'caja'],
      ['Cajas', 'pagos'],
    ])
  })

  it('[OFF-07] keep a hidden one to whoever has its link; one of the kiosk is shown to all', () => {
    const lines = [line('oculta', { type: 'hidden' }), line('kiosko', { type: 'kiosk' }), line('otra')]
    expect(listed(lines)).toEqual([[null, 'kiosko', 'otra']])
    expect(listed(lines, 'oculta')).toEqual([[null, 'kiosko', 'oculta', 'otra']])
    expect(listed(lines, 'otra')).toEqual([[null, 'kiosko', 'otra']])
  })
})
