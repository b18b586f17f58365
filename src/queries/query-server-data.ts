import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { HISTORY_PAGE_SIZE } from '#contract/limits.ts'
import type { Line, LineState, OfficeState } from '#contract/rest/offices.ts'
import type { Poll } from '#contract/rest/polls.ts'
import type { TimeBlock } from '#contract/rest/reservations.ts'
import type { Ticket, TicketHistory } from '#contract/rest/tickets.ts'
import type { Dated } from '#src/api/client.ts'
import type { ServerDataPort } from '#src/flows/flow-context.ts'
import { accountKey } from './account-queries.ts'
import { queryKeys } from './query-keys.ts'

type History = InfiniteData<TicketHistory, number>

/** Puts a ticket first; where it stood already it moves up, and no page grows over its size. */
function withFirst(history: History, ticket: Ticket): History {
  const all = history.pages.flatMap(({ tickets }) => tickets)
  const isNew = !all.some(({ tuid }) => tuid === ticket.tuid)
  const tickets = [ticket, ...all.filter(({ tuid }) => tuid !== ticket.tuid)]
  const total = (history.pages[0]?.total ?? 0) + (isNew ? 1 : 0)
  return {
    ...history,
    pages: history.pages.map((page, index) => ({
      ...page,
      tickets: tickets.slice(index * HISTORY_PAGE_SIZE, (index + 1) * HISTORY_PAGE_SIZE),
      total,
      pages: Math.ceil(total / HISTORY_PAGE_SIZE),
    })),
  }
}

/**
 * What flows do to what the server lists. Only what somebody has asked for is mended; the rest is asked for
 * when needed.
 */
export function queryServerData(client: QueryClient): ServerDataPort {
  const mendLines = (officeSlug: string, mend: (state: OfficeState) => OfficeState, at?: string) =>
    client.setQueryData<Dated<OfficeState>>(
      queryKeys.officeState(officeSlug),
      known =>
        known && {
          data: mend(known.data),
          inserted_at: at === undefined ? known.inserted_at : Date.parse(at),
        },
    )

  /** Known by their own names, since their office does not list them. */
  const mendHiddenLines = (officeSlug: string, mend: (line: Line) => Line) =>
    client.setQueriesData<Line>(
      { queryKey: queryKeys.officeLines(officeSlug) },
      known => known && mend(known),
    )

  return {
    applyLines(officeSlug, lines, at) {
      const states = new Map<number, LineState>(lines.map(line => [line.line_id, line]))
      mendLines(
        officeSlug,
        state => ({
          ...state,
          at,
          lines: state.lines.map(line => ({ ...line, ...states.get(line.line_id) })),
        }),
        at,
      )
      mendHiddenLines(officeSlug, line => ({ ...line, ...states.get(line.line_id) }))
    },
    freezeLine(officeSlug, lineId, frozen, stopped) {
      const mend = (line: Line) => (line.line_id === lineId ? { ...line, frozen, stopped } : line)
      mendLines(officeSlug, state => ({ ...state, lines: state.lines.map(mend) }))
      mendHiddenLines(officeSlug, mend)
    },
    applyBlocks(officeSlug, lineId, blocks) {
      // By their instant: how it is written is the writer's matter.
      const free = new Map(blocks.map(({ from, availables }) => [Date.parse(from), availables]))
      client.setQueriesData<TimeBlock[]>({ queryKey: queryKeys.lineBlocks(officeSlug, lineId) }, known =>
        known?.map(block => ({ ...block, availables: free.get(Date.parse(block.from)) ?? block.availables })),
      )
    },
    refetchBlocks(officeSlug, lineId) {
      void client.invalidateQueries({ queryKey: queryKeys.lineBlocks(officeSlug, lineId) })
    },
    addToHistory(ticket) {
      client.setQueryData<History>(queryKeys.history, history => history && withFirst(history, ticket))
    },
    refetchHistory() {
      void client.invalidateQueries({ queryKey: queryKeys.history })
    },
    applyPolls(polls) {
      client.setQueryData<readonly Poll[]>(queryKeys.polls, polls)
    },
    endPoll(ticketId) {
      client.setQueryData<readonly Poll[]>(queryKeys.polls, known =>
        known?.filter(({ ticket_id }) => ticket_id !== ticketId),
      )
    },
    refetchOffice(officeSlug) {
      void client.invalidateQueries({ queryKey: queryKeys.officeState(officeSlug) })
      void client.invalidateQueries({ queryKey: queryKeys.officeBlocks(officeSlug) })
    },
    refetchSettings(officeSlug) {
      this.refetchOffice(officeSlug)
      for (const key of [
        queryKeys.offices,
        queryKeys.reservationSettings(officeSlug),
        ['unavailable-days', officeSlug],
        ['ticket-form'],
        ['reservation-form'],
      ])
        void client.invalidateQueries({ queryKey: key })
    },
    refetchAccount() {
      void client.invalidateQueries({ queryKey: accountKey })
    },
    refetchPerson() {
      void client.resetQueries({ queryKey: queryKeys.person })
    },
    forgetPerson() {
      client.removeQueries({ queryKey: queryKeys.person })
      // What no screen shows any more says where somebody has been.
      client.removeQueries({ queryKey: ['office-state'], type: 'inactive' })
      client.removeQueries({ queryKey: ['time-blocks'], type: 'inactive' })
    },
  }
}
