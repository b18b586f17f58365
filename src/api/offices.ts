import {
  categoryList,
  lineCategoryGeo,
  lineCategoryList,
  lineInfo,
  lineList,
  officeHours,
  officeList,
  officeState,
} from '#contract/rest/offices.ts'
import { type Client, path } from './client.ts'

/** Offices, their lines, and the ways to find them (specification §7 "Offices and lines"). */
export const officesApi = (client: Client) => ({
  /** With its age: without a network the service worker answers with the last one. */
  list: (signal?: AbortSignal) => client.dated('v3', '/offices/web', officeList, { signal }),
  /** The whole office at one look. */
  state: (officeSlug: string, signal?: AbortSignal) =>
    client.dated('v1', path`/state/${officeSlug}`, officeState, { signal }),
  lines: (officeSlug: string, signal?: AbortSignal) =>
    client.dated('v1', path`/state/${officeSlug}/lines`, lineList, { signal }),
  hours: (officeId: number, signal?: AbortSignal) =>
    client.call('v1', path`/offices/${officeId}/hours`, officeHours, { signal }),
  categories: (signal?: AbortSignal) =>
    client.call('v1', '/categories', categoryList, { query: { mode: 'visible' }, signal }),
  /** Which office a link by line id leads to (OFF-11). */
  lineInfo: (lineId: number, signal?: AbortSignal) =>
    client.call('v1', path`/lines/${lineId}/info`, lineInfo, { signal }),
  lineCategories: (organizationId: number, signal?: AbortSignal) =>
    client.call('v3', path`/organizations/${organizationId}/line_categories`, lineCategoryList, { signal }),
  lineCategoryGeo: (categoryId: number, signal?: AbortSignal) =>
    client.call('v3', path`/line_categories/${categoryId}/geo`, lineCategoryGeo, { signal }),
})
