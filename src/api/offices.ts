import {
  lineCategoryGeo,
  line,
  lineCategoryList,
  lineInfo,
  officeList,
  officeState,
  officeWaitList,
  toldWaits,
} from '#contract/rest/offices.ts'
import { type Call, type Client, path } from './client.ts'

type Asked = Pick<Call, 'signal' | 'newest'>

/** Offices, their lines, and the ways to find them (specification §7 "Offices and lines"). */
export const officesApi = (client: Client) => ({
  /** With its age: without a network the service worker answers with the last one. */
  list: (asked: Asked = {}) => client.dated('v3', '/offices/web', officeList, asked),
  /** How long one would wait in each of these, at most OFFICE_WAITS_MAX at once. */
  waits: (officeIds: readonly number[], signal?: AbortSignal) =>
    client.dated('v3', '/offices/waits', officeWaitList, { query: { ids: officeIds.join() }, signal }),
  /** How what an office said of the wait came true. */
  toldWaits: (officeId: number, signal?: AbortSignal) =>
    client.call('v3', path`/offices/${officeId}/waits/told`, toldWaits, { signal }),
  /** The whole office at one look. */
  state: (officeSlug: string, asked: Asked = {}) =>
    client.dated('v1', path`/state/${officeSlug}`, officeState, asked),
  /** A line by its name: also a hidden one, which its office does not list. */
  line: (officeSlug: string, lineSlug: string, signal?: AbortSignal) =>
    client.call('v1', path`/state/${officeSlug}/lines/${lineSlug}`, line, { signal }),
  /** Which office a link by line id leads to (OFF-11). */
  lineInfo: (lineId: number, signal?: AbortSignal) =>
    client.call('v1', path`/lines/${lineId}/info`, lineInfo, { signal }),
  lineCategories: (organizationId: number, signal?: AbortSignal) =>
    client.call('v3', path`/organizations/${organizationId}/line_categories`, lineCategoryList, { signal }),
  lineCategoryGeo: (categoryId: number, signal?: AbortSignal) =>
    client.call('v3', path`/line_categories/${categoryId}/geo`, lineCategoryGeo, { signal }),
})
