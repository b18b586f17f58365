import { categoryColour } from '#contract/categories.ts'
import { SERVICE_BASES } from '#contract/bases.ts'
import type { ListHead } from '#contract/brought-along.ts'
import type { Office, OfficeState } from '#contract/rest/offices.ts'
import { openingAt } from '#contract/rules/office-time.ts'
import { openOffices } from '#contract/rules/open-offices.ts'
import { sortOffices } from '#contract/rules/sort-offices.ts'
import { policyInForce } from '#server/policies/policy-in-force.ts'
import { ifThere, type PageContent, type PageContentOf } from '#server/web/page-content.ts'
import type { OfficeList } from '../office-list.ts'
import type { OfficesContext } from '../offices-context.ts'
import { readForm } from '../read-form.ts'
import { requireLine } from '../read-lines.ts'
import { readOfficeState } from '../read-office-state.ts'
import { previewOfOffice } from './preview-of-office.ts'

/** A longer list comes quicker in an answer of its own, which the browser then keeps. */
const LIST_BYTES_MAX = 128 * 1_024

/** As many as a large window shows. */
const HEAD_ROWS = 12

const OFFICE = /^\/offices\/([^/]+)(?:\/lines\/([^/]+)(?:\/(take|book))?)?\/?$/
const LINE_LINK = /^\/lines\/(\d{1,15})\/?$/
const { v1, v3 } = SERVICE_BASES
/** What is done in a line, at an address of its own. */
type Verb = 'take' | 'book'

function openingOf(office: Office, now: Date): ListHead['opening'] {
  const opening = openingAt(now, office)
  if (!opening.open) return 'shut'
  return opening.closesAt === null ? 'always' : 'until'
}

/** In the list's own order. Of the language, which sorts names alike but for a letter, no page knows. */
function headOf(offices: readonly Office[], now: Date): ListHead[] {
  return sortOffices(offices, { position: null, open: openOffices(offices, now) }, 'es')
    .slice(0, HEAD_ROWS)
    .map(office => ({ id: office.id, opening: openingOf(office, now) }))
}

function contentOf(state: OfficeState, lineSlug: string | null, now: Date): PageContent {
  return {
    preview: previewOfOffice(state.office, state.lines.find(({ slug }) => slug === lineSlug) ?? null),
    frame: 'office',
    answers: { [`${v1}/state/${encodeURIComponent(state.office.slug)}`]: state },
    head: [
      {
        id: state.office.id,
        opening: openingOf(state.office, now),
        brand: categoryColour(state.office.category_id),
      },
    ],
  }
}

/** What the pages of offices, and those that list them, bring along of what their screens ask for. */
export function officePages(context: OfficesContext, list: OfficeList): PageContentOf {
  const { db } = context.database

  async function contentOfList(frame: PageContent['frame']): Promise<PageContent> {
    const { body } = await list.representation('identity')
    if (body.byteLength > LIST_BYTES_MAX) return { preview: null, frame, answers: {} }
    const offices = JSON.parse(body.toString()) as Office[]
    const head = headOf(offices, context.clock.now())
    return { preview: null, frame, answers: { [`${v3}/offices/web`]: offices }, head }
  }

  async function contentOfLink(lineId: number): Promise<PageContent> {
    const { slug, officeSlug } = await requireLine(db, lineId)
    const content = contentOf(await readOfficeState(context, officeSlug), slug, context.clock.now())
    const info = { office_slug: officeSlug, line_slug: slug }
    return { ...content, answers: { ...content.answers, [`${v1}/lines/${lineId}/info`]: info } }
  }

  /** What a line asks, and what is accepted with the answers. */
  async function answersOfForm(
    state: OfficeState,
    lineSlug: string,
    verb: Verb,
  ): Promise<PageContent['answers']> {
    const { id } = state.office
    const line = state.lines.find(({ slug }) => slug === lineSlug)
    if (!line) return {}
    const form = `${v1}/offices/${id}/lines/${line.id}/forms`
    return {
      ...(verb === 'take'
        ? { [`${form}?ticket=true`]: await readForm(db, id, line.id, 'ticket') }
        : { [form]: await readForm(db, id, line.id, 'reservation') }),
      [`${v1}/offices/${id}/policy`]: await policyInForce(db, id),
    }
  }

  async function contentOfOffice(
    officeSlug: string,
    lineSlug: string | null,
    verb: Verb | null,
  ): Promise<PageContent> {
    const state = await readOfficeState(context, officeSlug)
    const content = contentOf(state, lineSlug, context.clock.now())
    if (lineSlug === null || verb === null) return content
    const asked = await answersOfForm(state, lineSlug, verb)
    return { ...content, frame: verb, answers: { ...content.answers, ...asked } }
  }

  return async path => {
    if (path === '/') return await contentOfList(null)
    if (path === '/search') return await contentOfList('search')
    const [, lineId] = LINE_LINK.exec(path) ?? []
    if (lineId !== undefined) return await ifThere(contentOfLink(Number(lineId)))
    const [, officeSlug, lineSlug, verb] = OFFICE.exec(path) ?? []
    if (officeSlug === undefined) return null
    return await ifThere(contentOfOffice(officeSlug, lineSlug ?? null, (verb as Verb | undefined) ?? null))
  }
}
