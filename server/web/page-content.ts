import type { BroughtFrame, ListHead } from '#contract/brought-along.ts'
import { Refusal } from './refusal.ts'

/** What a page says of its own address before any script runs. */
export interface PageContent {
  /** For crawlers and for the preview in a messenger; null where the application's own name says it all. */
  preview: {
    title: string
    description: string
    /** Of the one page that stands for all addresses of the same thing. */
    path: string
    /** In the vocabulary of schema.org, JSON-LD without its context. */
    structuredData: Record<string, unknown>
  } | null
  /** The kind of screen that stands at the address; null where the page as it was built says it all. */
  frame: BroughtFrame | null
  /** By the path of the question at this origin: the answer, for which the screen need not ask. */
  answers: Record<string, unknown>
  /** Where a list of offices is among the answers, those that stand first in it; else the one shown. */
  head?: readonly ListHead[]
}

/** @returns null for an address that has nothing of its own to say */
export type PageContentOf = (path: string) => Promise<PageContent | null>

/** What several capabilities have to say of an address: the first preview and frame, and every answer. */
export function allContents(...sources: PageContentOf[]): PageContentOf {
  return async path => {
    const contents = await Promise.all(sources.map(contentOf => contentOf(path)))
    const said = contents.filter(content => content !== null)
    if (said.length === 0) return null
    return {
      preview: said.find(({ preview }) => preview !== null)?.preview ?? null,
      frame: said.find(({ frame }) => frame !== null)?.frame ?? null,
      head: said.flatMap(({ head = [] }) => head),
      answers: Object.assign({}, ...said.map(({ answers }) => answers)) as PageContent['answers'],
    }
  }
}

/** @returns what `work` finds, or null where that does not exist: to say so is the screen's matter */
export async function ifThere<Found>(work: Promise<Found>): Promise<Found | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return null
    throw error
  }
}
