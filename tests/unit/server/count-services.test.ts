import { expect, it } from 'vitest'
import { countServices } from '#server/figures/count-services.ts'

const on = (day: string, service: string, line_id: number, quantity: number, turns: number) => ({
  day,
  service,
  line_id,
  quantity,
  turns,
})

it('[STAT-01] adds up how often each service was done, day after day and line by line, the most done first', () => {
  const counted = countServices()
  counted.add([on('2026-11-20', 'Copia', 1, 2, 1), on('2026-11-20', 'Firma', 2, 9, 3)])
  counted.add([on('2026-11-21', 'Copia', 1, 3, 2), on('2026-11-21', 'Copia', 2, 1, 1)])
  counted.add([on('2026-11-21', 'Anexo', 1, 6, 6)])
  expect(counted.services()).toEqual([
    { service: 'Firma', quantity: 9, turns: 3, lines: [{ line_id: 2, quantity: 9, turns: 3 }] },
    { service: 'Anexo', quantity: 6, turns: 6, lines: [{ line_id: 1, quantity: 6, turns: 6 }] },
    {
      service: 'Copia',
      quantity: 6,
      turns: 4,
      lines: [
        { line_id: 1, quantity: 5, turns: 3 },
        { line_id: 2, quantity: 1, turns: 1 },
      ],
    },
  ])
  expect(countServices().services()).toEqual([])
})
