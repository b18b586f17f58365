import * as v from 'valibot'
import { beforeAll, describe, expect, it } from 'vitest'
import { CATEGORIES } from '#contract/categories.ts'
import { form } from '#contract/rest/forms.ts'
import {
  categoryList,
  type Line,
  line as lineShape,
  lineCategoryGeo,
  lineCategoryList,
  lineInfo,
  lineList,
  moduloList,
  office as officeShape,
  officeHours,
  officeState,
} from '#contract/rest/offices.ts'
import { loadOffices } from '#server/offices/load/load-offices.ts'
import type { OfficesContext } from '#server/offices/offices-context.ts'
import { officesRoutes } from '#server/offices/routes.ts'
import { officeRoutes } from '#server/other-clients/office-routes.ts'
import type { Routes } from '#server/web/app.ts'
import { officeLines } from '#server/queue/lines/line-states.ts'
import { createSharedPaces } from '#server/queue/lines/shared-paces.ts'
import type { App } from '#server/web/app.ts'
import { countedStatements } from '#tests/support/counted-statements.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { type Bendable, sampleFile } from '../unit/offices/sample-file.ts'
import { serveRoutes } from './offices-app.ts'

const NOON = new Date('2026-11-21T15:00:00Z')

/** The sample with a line of each kind in its first office, and one office of another file that is gone. */
function variedFile(): Bendable {
  const file: Bendable = sampleFile()
  file.offices[0].lines.push(
    {
      slug: 'por-enlace',
      name: 'Por enlace',
      prefix: 'H',
      type: 'hidden',
      line_category: 'firmas',
      takes_reservations: true,
      reservations: {
        form: [
          {
            id: 'motivo',
            fieldType: 'text',
            question: 'Motivo',
            limit: 120,
            required: false,
            validCharacter: '[a-z ]*',
            validMessage: 'Solo letras',
          },
          { id: 'antes', fieldType: 'text', question: 'Antes', active: false },
        ],
      },
    },
    { slug: 'notario', name: 'Notario', prefix: 'N', executive: 'Paula Henríquez', priority: 20 },
    {
      slug: 'por-video',
      name: 'Por video',
      prefix: 'V',
      virtual: true,
      folder: 'A distancia',
      takes_reservations: true,
      reservations: { form: [] },
    },
  )
  file.offices.push({
    ...sampleFile().offices[0],
    slug: 'notaria-cerrada',
    name: 'Notaría Cerrada',
    lines: [],
  })
  return file
}

eachDatabase('the routes of offices', open => {
  let app: App
  let counted: ReturnType<typeof countedStatements>
  const ids = { office: 0, webOnly: 0, firmas: 0, hidden: 0, video: 0, closed: 0 }

  beforeAll(async () => {
    const database = await open()
    const clock = new MovingClock(NOON)
    const load = (file: object) =>
      loadOffices({ database, clock }, [{ file: 'offices.json', text: JSON.stringify(file) }], 'retire')
    await load(variedFile())
    const file = variedFile()
    file.offices.pop()
    await load(file)

    const idOf = async (table: 'offices' | 'lines', slug: string) => {
      const row = await database.db.selectFrom(table).select('id').where('slug', '=', slug).execute()
      return row[0]?.id ?? 0
    }
    ids.office = await idOf('offices', 'notaria-uno')
    ids.webOnly = await idOf('offices', 'salud-en-linea')
    ids.closed = await idOf('offices', 'notaria-cerrada')
    ids.firmas = await idOf('lines', 'firmas')
    ids.hidden = await idOf('lines', 'por-enlace')
    ids.video = await idOf('lines', 'por-video')

    counted = countedStatements(database)
    const queue = { database: counted.database, clock, paces: createSharedPaces() }
    const context: OfficesContext = {
      ...queue,
      linesOf: id => officeLines(queue, id),
      officeWaits: async () => [],
    }
    const { v1, v3 } = officesRoutes(context)
    const allOfV1: Routes = scope => {
      v1(scope)
      officeRoutes(context)(scope)
    }
    app = await serveRoutes({ '/api/v1': allOfV1, '/api/v3': v3 })
    return () => app.close()
  })

  const get = (path: string, headers: Record<string, string> = {}) =>
    app.inject({ method: 'GET', url: `/api${path}`, headers })

  /** The answer as its schema has it. */
  async function ask<Schema extends v.GenericSchema>(path: string, schema: Schema) {
    const response = await get(path)
    expect(response.statusCode, response.body).toBe(200)
    return v.parse(schema, response.json())
  }

  const slugs = (lines: Line[]) => lines.map(line => line.slug)

  describe('categories', () => {
    it('[OFF-01] are the 18 fixed ones, each with its organization and colour', async () => {
      const categories = await ask('/v1/categories', categoryList)
      expect(categories).toHaveLength(18)
      expect(categories).toEqual(CATEGORIES)
      expect(new Set(categories.map(category => category.organization_id)).size).toBe(18)
    })

    it('visible ones are those that have an office to go to', async () => {
      const visible = await ask('/v1/categories?mode=visible', categoryList)
      expect(visible.map(category => category.slug)).toEqual(['notarias', 'salud'])
    })
  })

  describe('an office', () => {
    it('by its id says where it is and what it is', async () => {
      expect(await ask(`/v1/offices/${ids.office}`, officeShape)).toMatchObject({
        id: ids.office,
        slug: 'notaria-uno',
        category_id: 'notarias',
        category: 'Notarías',
        organization_id: 1,
        channel: 'web:notaria-uno',
        latitude: -33.44,
        options: { web_only: false },
      })
    })

    it('[OFF-07] says its hours, its days without service and its zone', async () => {
      const hours = await ask(`/v1/offices/${ids.office}/hours`, officeHours)
      expect(hours.time_zone).toBe('America/Santiago')
      expect(hours.hours).toHaveLength(10)
      expect(hours.closures).toEqual(['2026-12-24', '2026-12-25'])
    })

    it('[OFF-07] with options.web_only has no coordinates', async () => {
      expect(await ask(`/v1/offices/${ids.webOnly}`, officeShape)).toMatchObject({
        options: { web_only: true },
        latitude: null,
        longitude: null,
      })
    })

    it('[OFF-07] lists its lines by priority, kiosk lines too, hidden ones not', async () => {
      const listed = ['notario', 'firmas', 'copias', 'por-video']
      expect(slugs(await ask(`/v1/offices/${ids.office}/lines`, lineList))).toEqual(listed)
      expect(slugs(await ask('/v1/state/notaria-uno/lines', lineList))).toEqual(listed)
      const { lines } = await ask('/v1/state/notaria-uno', officeState)
      expect(slugs(lines)).toEqual(listed)
      expect(lines.find(line => line.slug === 'copias')?.type).toBe('kiosk')
      expect(lines.find(line => line.slug === 'notario')?.executive).toBe('Paula Henríquez')
      expect(lines.find(line => line.slug === 'por-video')).toMatchObject({
        virtual: true,
        folder: 'A distancia',
      })
    })

    it('[OFF-07] opens a hidden line to whoever has its link, by slug and by id', async () => {
      const bySlug = await ask('/v1/state/notaria-uno/lines/por-enlace', lineShape)
      expect(bySlug).toMatchObject({ id: ids.hidden, type: 'hidden', officeSlug: 'notaria-uno' })
      expect(await ask(`/v1/lines/${ids.hidden}`, lineShape)).toEqual(bySlug)
    })

    it('at one look says itself, its lines, and the newest fact that this knows of', async () => {
      const state = await ask('/v1/state/notaria-uno', officeState)
      expect(state).toMatchObject({ office: { id: ids.office }, seq: 0, at: NOON.toISOString() })
      expect(state.lines[0]).toMatchObject({ waiting: 0, call: null, queue: { raw_tickets: [] } })
    })

    it('shows its modulos, all closed before a clerk comes', async () => {
      const modulos = await ask('/v1/state/notaria-uno/modulos', moduloList)
      expect(modulos.map(({ name, open }) => ({ name, open }))).toEqual([
        { name: '1', open: false },
        { name: '2', open: false },
      ])
    })
  })

  it('[OFF-11] a line’s id leads to the slugs of its line and office', async () => {
    expect(await ask(`/v1/lines/${ids.firmas}/info`, lineInfo)).toEqual({
      office_slug: 'notaria-uno',
      line_slug: 'firmas',
    })
  })

  describe('forms', () => {
    it('[TKT-12] for a ticket are what the line asks, with the office’s id', async () => {
      const path = `/v1/offices/${ids.office}/lines/${ids.firmas}/forms?ticket=true`
      const { questions } = await ask(path, form)
      expect(questions.map(question => [question.id, question.officeId])).toEqual([
        ['patente', ids.office],
        ['tramite', ids.office],
      ])
      const nothing = await ask(`/v1/offices/${ids.office}/lines/${ids.hidden}/forms?ticket=true`, form)
      expect(nothing.questions).toEqual([])
    })

    it('[FORM-02] without ticket are the line’s own for reservations where it has some; [] asks nothing', async () => {
      const { questions } = await ask(`/v1/offices/${ids.office}/lines/${ids.hidden}/forms`, form)
      expect(questions).toEqual([
        {
          id: 'motivo',
          fieldType: 'text',
          question: 'Motivo',
          limit: 120,
          required: false,
          validCharacter: '[a-z ]*',
          validMessage: 'Solo letras',
          answer: null,
          active: true,
          officeId: ids.office,
        },
        expect.objectContaining({ id: 'antes', active: false, officeId: ids.office }),
      ])
      const nothing = await ask(`/v1/offices/${ids.office}/lines/${ids.video}/forms`, form)
      expect(nothing.questions).toEqual([])
    })

    it('[FORM-01] without ticket are the default ones where the line has none', async () => {
      const { questions } = await ask(`/v1/offices/${ids.office}/lines/${ids.firmas}/forms`, form)
      expect(questions.map(({ id, limit, required }) => ({ id, limit, required }))).toEqual([
        { id: 'name', limit: 32, required: true },
        { id: 'tel', limit: 60, required: true },
        { id: 'email', limit: 60, required: true },
      ])
    })
  })

  describe('kinds of service', () => {
    it('[OFF-12] of an organization lead to the offices that give them, with their place', async () => {
      const kinds = await ask('/v3/organizations/1/line_categories', lineCategoryList)
      expect(kinds).toMatchObject([{ slug: 'firmas', name: 'Firmas' }])
      const geo = await ask(`/v3/line_categories/${kinds[0]?.id}/geo`, lineCategoryGeo)
      // The hidden line gives the service too, but nobody is led there.
      expect(geo).toEqual([
        {
          office_id: ids.office,
          office_slug: 'notaria-uno',
          office_name: 'Notaría Uno',
          latitude: -33.44,
          longitude: -70.65,
          lines: [{ id: ids.firmas, slug: 'firmas', name: 'Firmas' }],
        },
      ])
    })

    it('[OFF-12] of an organization that has none, or of none at all', async () => {
      expect(await ask('/v3/organizations/2/line_categories', lineCategoryList)).toEqual([])
      expect((await get('/v3/organizations/19/line_categories')).statusCode).toBe(404)
      expect((await get('/v3/line_categories/999/geo')).statusCode).toBe(404)
    })
  })

  describe('what does not exist', () => {
    it.each([
      ['an office’s slug', '/v1/state/notaria-dos'],
      ['an office’s slug, asked for its lines', '/v1/state/notaria-dos/lines'],
      ['an office’s slug, asked for its modulos', '/v1/state/notaria-dos/modulos'],
      ['a slug that can be none', '/v1/state/Notar%C3%ADa%20Uno%00'],
      ['a line’s slug', '/v1/state/notaria-uno/lines/nada'],
      ['a line of no office', '/v1/state/notaria-dos/lines/firmas'],
      ['a line of another office', '/v1/state/salud-en-linea/lines/firmas'],
      ['an office’s id', '/v1/offices/99999'],
      ['an id beyond all ids', '/v1/offices/999999999999999'],
      ['a line’s id', '/v1/lines/99999'],
      ['a line’s id, asked for its info', '/v1/lines/999999999999999/info'],
      ['a kind’s id beyond all ids', '/v3/line_categories/999999999999999/geo'],
    ])('[OFF-10] %s: 404 with a code, kept by nobody', async (_what, path) => {
      const response = await get(path)
      expect(response.statusCode).toBe(404)
      expect(response.json()).toMatchObject({ code: 'not-found', status: 404 })
      expect(response.headers['cache-control']).toBe('no-store')
    })

    it('[OFF-10] an office that was retired', async () => {
      expect(ids.closed).toBeGreaterThan(0)
      for (const path of [`/v1/offices/${ids.closed}`, '/v1/state/notaria-cerrada']) {
        expect((await get(path)).statusCode).toBe(404)
      }
    })

    it('an id that is no number is a bad request that names it', async () => {
      const response = await get('/v1/offices/uno')
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ code: 'bad-request', fields: [{ path: 'id' }] })
    })

    it('the form of a line in another office', async () => {
      expect((await get(`/v1/offices/${ids.webOnly}/lines/${ids.firmas}/forms`)).statusCode).toBe(404)
    })
  })

  describe('keeping', () => {
    it.each([
      ['/v1/categories', 'public, max-age=600'],
      ['/v1/state/notaria-uno/lines', 'public, max-age=0, must-revalidate'],
      ['/v3/organizations/1/line_categories', 'public, max-age=60'],
    ])('%s may be kept: %s, and is not sent again to whoever has it', async (path, directive) => {
      const first = await get(path)
      expect(first.headers['cache-control']).toBe(directive)
      const tag = String(first.headers.etag)
      expect(tag).toMatch(/^"/)
      const again = await get(path, { 'if-none-match': tag })
      expect([again.statusCode, again.body]).toEqual([304, ''])
      expect((await get(path, { 'if-none-match': '"other"' })).statusCode).toBe(200)
    })
  })

  it('takes few statements, however many lines there are', async () => {
    const taken = async (path: string) => await counted.during(() => get(path))
    // of which two are the queue's own, for all lines of the office
    expect(await taken('/v1/state/notaria-uno')).toBe(4)
    expect(await taken('/v1/state/notaria-uno/lines')).toBe(4)
    expect(await taken(`/v1/offices/${ids.office}/lines`)).toBe(4)
    expect(await taken('/v1/state/notaria-uno/lines/firmas')).toBe(3)
    expect(await taken('/v1/state/notaria-uno/modulos')).toBe(2)
    expect(await taken(`/v1/lines/${ids.firmas}/info`)).toBe(1)
    expect(await taken(`/v1/offices/${ids.office}`)).toBe(1)
    expect(await taken('/v3/line_categories/1/geo')).toBe(1)
    expect(await taken('/v1/categories')).toBe(0)
  })
})
