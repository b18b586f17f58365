import { SERVICE_BASES } from '#contract/bases.ts'
import type { OfficeState } from '#contract/rest/offices.ts'
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

const OFFICE = /^\/offices\/([^/]+)(?:\/lines\/([^/]+)(?:\/(take|book))?)?\/?$/
const LINE_LINK = /^\/lines\/(\d{1,15})\/?$/
const { v1, v3 } = SERVICE_BASES

function contentOf(state: OfficeState, lineSlug: string | null): PageContent {
  const line = state.lines.find(({ slug }) => slug === lineSlug)
  return {
    preview: previewOfOffice(state.office, line?.name ?? null),
    answers: { [`${v1}/state/${encodeURIComponent(state.office.slug)}`]: state },
  }
}

/** What the pages of offices, and those that list them, bring along of what their screens ask for. */
export function officePages(context: OfficesContext, list: OfficeList): PageContentOf {
  const { db } = context.database

  async function contentOfList(): Promise<PageContent | null> {
    const { body } = await list.representation('identity')
    if (body.byteLength > LIST_BYTES_MAX) return null
    return { preview: null, answers: { [`${v3}/offices/web`]: JSON.parse(body.toString()) } }
  }

  async function contentOfLink(lineId: number): Promise<PageContent> {
    const { slug, officeSlug } = await requireLine(db, lineId)
    const { preview, answers } = contentOf(await readOfficeState(context, officeSlug), slug)
    const info = { office_slug: officeSlug, line_slug: slug }
    return { preview, answers: { ...answers, [`${v1}/lines/${lineId}/info`]: info } }
  }

  /** What a line asks, and what is accepted with the answers. */
  async function answersOfForm(
    state: OfficeState,
    lineSlug: string,
    verb: 'take' | 'book',
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
    verb: 'take' | 'book' | null,
  ): Promise<PageContent> {
    const state = await readOfficeState(context, officeSlug)
    const { preview, answers } = contentOf(state, lineSlug)
    if (lineSlug === null || verb === null) return { preview, answers }
    return { preview, answers: { ...answers, ...(await answersOfForm(state, lineSlug, verb)) } }
  }

  return async path => {
    if (path === '/' || path === '/search') return await contentOfList()
    const [, lineId] = LINE_LINK.exec(path) ?? []
    if (lineId !== undefined) return await ifThere(contentOfLink(Number(lineId)))
    const [, officeSlug, lineSlug, verb] = OFFICE.exec(path) ?? []
    if (officeSlug === undefined) return null
    return await ifThere(
      contentOfOffice(officeSlug, lineSlug ?? null, (verb as 'take' | 'book' | undefined) ?? null),
    )
  }
}
