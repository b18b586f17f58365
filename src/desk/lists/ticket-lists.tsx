import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useDeferredValue, useState } from 'react'
import { DESK_LIST_MAX } from '#contract/limits.ts'
import { DESK_LIST_NAMES, DESK_LISTS, type DeskListName, type DeskState } from '#contract/rest/desk.ts'
import { RadioGroup } from '#src/ui/form/radio-group.tsx'
import { SearchField } from '#src/ui/form/search-field.tsx'
import { EmptyState } from '#src/ui/state/standstill.tsx'
import { FailedQuestion } from '../failed-question.tsx'
import { ListSkeleton } from '../list-skeleton.tsx'
import { OfficeNews } from '../office-news.tsx'
import { GiveNumber } from '../paper/give-number.tsx'
import type { DeskActing } from '../use-desk-action.ts'
import { standingAt } from '../word-of-arrival.ts'
import { type Asked, AskedRow } from './asked-row.tsx'
import { findRows } from './find-rows.ts'
import styles from './ticket-lists.module.css'
import { TicketRow } from './ticket-row.tsx'
import { useDeskList } from './use-desk-list.ts'

export interface TicketListsProps {
  clerkId: number
  timeZone: string
  state: DeskState
  acting: DeskActing
}

/**
 * Who waits, who was called, who stands aside, who was missed, who left: each a list, searched by number or
 * answer.
 */
export function TicketLists({ clerkId, timeZone, state, acting }: TicketListsProps) {
  const { t } = useLingui()
  const [list, setList] = useState<DeskListName>('waiting')
  const [typed, setTyped] = useState('')
  const wanted = useDeferredValue(typed)
  const { office_id: officeId, seq } = state
  const { data, error, refetch, isPlaceholderData } = useDeskList({ clerkId, officeId, list, seq })
  const [asked, setAsked] = useState<Asked | null>(null)
  const now = asked?.isOpen && data?.tickets.find(({ tuid }) => tuid === asked.row.tuid)
  if (now && now !== asked.row) setAsked({ ...asked, row: now })
  const counts = data?.counts
  const words: Record<DeskListName, string> = {
    waiting: t`Esperan`,
    called: t`Llamados`,
    parked: t`En espera`,
    missed: t`Perdidos`,
    finished: t`Se fueron`,
  }
  const label = (name: DeskListName) => (
    <span className={styles.tab}>
      {words[name]} <span className={`${styles.count} numerals`}>{counts?.[name]}</span>
    </span>
  )
  // While another list is on its way, what stands here is of the list before.
  const isOther = isPlaceholderData && data !== undefined && !data.tickets.every(row => isOf(row.state, list))
  const rows = isOther ? undefined : data && findRows(data.tickets, wanted)
  return (
    <section aria-label={t`Números`} className={styles.lists}>
      <div className={styles.tabs}>
        <RadioGroup
          look="segments"
          legend={<Trans>Qué lista</Trans>}
          legendHidden
          options={DESK_LIST_NAMES.map(value => ({ value, label: label(value) }))}
          value={list}
          onChange={setList}
        />
      </div>
      <div className={styles.top}>
        <search className={styles.search}>
          <SearchField
            label={t`Busca un número o una respuesta`}
            placeholder={t`Buscar`}
            clearLabel={t`Borrar la búsqueda`}
            value={typed}
            onChange={setTyped}
          />
        </search>
        <GiveNumber clerkId={clerkId} state={state} />
      </div>
      <p aria-live="polite" className="visually-hidden">
        {wanted !== '' && rows && <Plural value={rows.length} one="# número" other="# números" />}
      </p>
      {error && data && <OfficeNews error={error} seenAt={Date.parse(data.at)} />}
      {!rows ? (
        error && !data ? (
          <FailedQuestion
            title={<Trans>No pudimos ver los números</Trans>}
            error={error}
            onAgain={() => void refetch()}
          />
        ) : (
          <ListSkeleton rows={5} title={6} detail={16} end={5} />
        )
      ) : rows.length === 0 ? (
        <Nobody list={list} isSearched={wanted.trim() !== ''} />
      ) : (
        <ul className={styles.rows} aria-label={words[list]}>
          {rows.map(row => (
            <TicketRow
              key={row.tuid}
              row={row}
              at={Date.parse(data?.at ?? '')}
              seenAt={data?.seenAt ?? 0}
              services={state.services}
              timeZone={timeZone}
              acting={acting}
              onAsk={setAsked}
            />
          ))}
        </ul>
      )}
      {data && data.tickets.length === DESK_LIST_MAX && (
        <p className={styles.more}>
          <Trans>Se ven {DESK_LIST_MAX}. Hay más.</Trans>
        </p>
      )}
      {asked && (
        <AskedRow
          key={`${asked.what} ${asked.row.tuid}`}
          asked={asked}
          clerkId={clerkId}
          officeId={officeId}
          hasPreference={state.preference}
          services={state.services}
          timeZone={timeZone}
          standing={standingAt(state)}
          acting={acting}
          onClose={() => setAsked({ ...asked, isOpen: false })}
        />
      )}
    </section>
  )
}

const isOf = (state: string, list: DeskListName): boolean =>
  (DESK_LISTS[list] as readonly string[]).includes(state)

function Nobody({ list, isSearched }: { list: DeskListName; isSearched: boolean }) {
  if (isSearched) return <EmptyState icon="search" title={<Trans>Ningún número coincide</Trans>} />
  switch (list) {
    case 'waiting':
      return (
        <EmptyState icon="people" title={<Trans>Nadie espera aquí</Trans>}>
          <Trans>Quien saque un número aparece en esta lista.</Trans>
        </EmptyState>
      )
    case 'called':
      return <EmptyState icon="bell" title={<Trans>Hoy nadie ha sido atendido</Trans>} />
    case 'parked':
      return <EmptyState icon="check" title={<Trans>Nadie fue a buscar algo</Trans>} />
    case 'missed':
      return <EmptyState icon="check" title={<Trans>Hoy nadie perdió su turno</Trans>} />
    case 'finished':
      return <EmptyState icon="check" title={<Trans>Hoy nadie se fue sin atenderse</Trans>} />
  }
}
