import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { CATEGORIES } from '#contract/categories.ts'
import { useNow } from '#src/queries/use-now.ts'
import { FailedLoad } from '#src/screens/shared/failed-load.tsx'
import { NearMeChip } from '#src/screens/shared/near-me-chip.tsx'
import { OfficeList } from '#src/screens/shared/office-list.tsx'
import { OfficeListSkeleton } from '#src/screens/shared/office-list-skeleton.tsx'
import { OfflineNote } from '#src/screens/shared/offline-note.tsx'
import { ALL, useSearchState, useSought } from '#src/screens/shared/use-search-state.ts'
import { uiStore } from '#src/stores/ui-store.ts'
import { SearchField } from '#src/ui/form/search-field.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { EmptyState } from '#src/ui/state/standstill.tsx'
import { DistrictSheet } from './district-sheet.tsx'
import { SearchChips } from './search-chips.tsx'
import { SearchQuantity } from './search-quantity.tsx'
import { ServiceChips } from './service-chips.tsx'
import { useSearchResults } from './use-search-results.ts'
import styles from './search-panel.module.css'

/** The search and what it finds. @param current slug of the office shown beside it, on wide screens */
export function SearchPanel({ current }: { current: string | null }) {
  const { t } = useLingui()
  const now = new Date(useNow())
  const [search, change] = useSearchState()
  const [sought, query] = useSought()
  const results = useSearchResults(sought)
  const [isChoosing, setChoosing] = useState(false)
  const { askForOffices } = uiStore.getState()
  const { searchValue, category, districts, service } = search
  const organizationId = CATEGORIES.find(({ slug }) => slug === category)?.organization_id
  const { resultsQuantity } = results
  const isKnown = !results.isLoading && !results.error && !results.isHeldBack

  return (
    <>
      <search className={styles.search}>
        <SearchField
          label={t`Busca una oficina`}
          clearLabel={t`Borrar`}
          placeholder={t`Banco, notaría, correo…`}
          value={searchValue}
          onChange={text => change({ searchValue: text })}
        />
        <SearchChips
          search={search}
          onChange={chosen => {
            if (chosen.category !== undefined) askForOffices()
            change(chosen)
          }}
          onChooseDistricts={() => setChoosing(true)}
        />
        {organizationId !== undefined && (
          <ServiceChips
            organizationId={organizationId}
            service={service}
            onChange={id => change({ service: id })}
          />
        )}
      </search>
      <OfflineNote since={results.since} />
      <div className={styles.found}>
        <p role="status" className={styles.quantity}>
          {isKnown && <SearchQuantity resultsQuantity={resultsQuantity} />}
        </p>
        <NearMeChip />
      </div>
      {results.isHeldBack && (
        <EmptyState
          icon="search"
          title={<Trans>Las oficinas no se cargaron</Trans>}
          action={
            <Button look="soft" onClick={askForOffices}>
              <Trans>Cargar las oficinas</Trans>
            </Button>
          }
        >
          <Trans>Llegaste por un enlace. Elige una categoría arriba, o carga todas.</Trans>
        </EmptyState>
      )}
      {results.isLoading && <OfficeListSkeleton rows={6} />}
      {results.error && <FailedLoad error={results.error} onRetry={results.retry} />}
      {isKnown &&
        (resultsQuantity === 0 && results.closedQuantity > 0 ? (
          <EmptyState
            icon="clock"
            title={<Trans>Ninguna está abierta ahora</Trans>}
            action={
              <Button look="soft" onClick={() => change({ openNow: false })}>
                <Plural
                  value={results.closedQuantity}
                  one="Ver # oficina cerrada"
                  other="Ver # oficinas cerradas"
                />
              </Button>
            }
          >
            <Trans>Mira cuándo abren: algunas dan hora desde ya.</Trans>
          </EmptyState>
        ) : resultsQuantity === 0 ? (
          <EmptyState
            icon="search"
            title={<Trans>No encontramos oficinas así</Trans>}
            action={
              <Button look="soft" onClick={() => change(ALL)}>
                <Trans>Ver todas</Trans>
              </Button>
            }
          >
            <Trans>Prueba con otra palabra, otra comuna u otra categoría.</Trans>
          </EmptyState>
        ) : (
          <OfficeList offices={results.offices} now={now} query={query} current={current} />
        ))}
      <DistrictSheet
        open={isChoosing}
        offices={results.all}
        districts={districts}
        resultsQuantity={resultsQuantity}
        onChange={chosen => change({ districts: chosen })}
        onClose={() => setChoosing(false)}
      />
    </>
  )
}
