import { reportFault } from './report-fault.ts'
import { type Stop, Subscribers } from './subscribers.ts'

const KINDS = ['left', 'entered', 'took', 'told'] as const

/**
 * Who left, that somebody else is here, or that they took a number or a time, of which each page hears by
 * itself from then on.
 */
export interface PersonNews {
  kind: Exclude<(typeof KINDS)[number], 'told'>
  user_id: string
}
/** What a page at which nobody looks was told for them; of what shape is between the pages. */
export interface ToldNews {
  kind: 'told'
  user_id: string
  told: object
}
/** What one page tells the others of this browser. */
export type PageNews = PersonNews | ToldNews

/** The other pages that this browser has open. */
export interface OtherPages {
  tell(news: PageNews): void
  subscribe(listener: (news: PageNews) => void): Stop
}

const CHANNEL = 'numerito-person'

const isNews = (data: unknown): data is PageNews =>
  typeof data === 'object' &&
  data !== null &&
  'kind' in data &&
  KINDS.some(kind => kind === data.kind) &&
  'user_id' in data &&
  typeof data.user_id === 'string' &&
  (data.kind !== 'told' || ('told' in data && typeof data.told === 'object' && data.told !== null))

/**
 * @param open a channel by its name; where the browser has none, the others find out when they are looked at
 */
export function browserOtherPages(
  open: (name: string) => Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>,
): OtherPages {
  const subscribers = new Subscribers<PageNews>()
  let channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> | null = null
  try {
    channel = open(CHANNEL)
    channel.addEventListener('message', event => {
      const { data } = event as MessageEvent<unknown>
      if (isNews(data)) subscribers.tell(data)
    })
  } catch (error) {
    if (!(error instanceof ReferenceError)) reportFault(error)
  }
  return {
    tell: news => channel?.postMessage(news),
    subscribe: listener => subscribers.add(listener),
  }
}
