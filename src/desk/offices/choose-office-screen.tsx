import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { DeskSession } from '#contract/rest/desk.ts'
import type { Office } from '#contract/rest/offices.ts'
import { searchOffices } from '#src/domain/search-offices.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { SearchField } from '#src/ui/form/search-field.tsx'
import { List } from '#src/ui/list/list.tsx'
import { ListRow } from '#src/ui/list/list-row.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { EmptyState } from '#src/ui/state/standstill.tsx'
import { ClerkAccount } from '../clerk-account.tsx'
import { DeskFrame } from '../desk-frame.tsx'
import { useHeadingFocus } from '../use-heading-focus.ts'
import styles from './choose-office-screen.module.css'

export interface ChooseOfficeScreenProps {
  clerk: DeskSession
  onChoose: (office: Office) => void
  /** Opens a further office, where they may. */
  onFound: () => void
}

/** From this many on, a list is searched rather than read. */
const SEARCHED_FROM = 8

export function ChooseOfficeScreen({ clerk, onChoose, onFound }: ChooseOfficeScreenProps) {
  const { t } = useLingui()
  const [searchValue, setSearchValue] = useState('')
  const heading = useHeadingFocus()
  const byName = new Intl.Collator(useLanguage(), { numeric: true })
  const { offices, resultsQuantity } = searchOffices(clerk.offices, {
    searchValue,
    category: null,
    districts: [],
  })
  const sorted = offices.toSorted((a, b) => byName.compare(a.name, b.name))
  return (
    <DeskFrame account={<ClerkAccount clerk={clerk} />}>
      <div className={styles.column}>
        <ScreenHeader headingRef={heading} title={<Trans>¿Dónde atiendes hoy?</Trans>} />
        <ScreenBody>
          {clerk.offices.length >= SEARCHED_FROM && (
            <search>
              <SearchField
                label={t`Buscar entre tus oficinas`}
                placeholder={t`Nombre, dirección o comuna…`}
                clearLabel={t`Borrar la búsqueda`}
                value={searchValue}
                onChange={setSearchValue}
              />
            </search>
          )}
          <p aria-live="polite" className="visually-hidden">
            {searchValue !== '' && <Plural value={resultsQuantity} one="# oficina" other="# oficinas" />}
          </p>
          {clerk.offices.length === 0 ? (
            <EmptyState icon="lock" title={<Trans>Todavía no tienes oficinas</Trans>}>
              <Trans>Pide a quien administra tu organización que te asigne una.</Trans>
            </EmptyState>
          ) : sorted.length === 0 ? (
            <EmptyState
              icon="search"
              title={<Trans>Ninguna oficina se llama así</Trans>}
              action={
                <Button look="soft" onClick={() => setSearchValue('')}>
                  <Trans>Ver todas</Trans>
                </Button>
              }
            />
          ) : (
            <List label={t`Tus oficinas`}>
              {sorted.map(office => (
                <ListRow
                  key={office.id}
                  title={office.name}
                  detail={`${office.category} · ${office.district}`}
                  further
                  onClick={() => onChoose(office)}
                />
              ))}
            </List>
          )}
          {clerk.offices.some(({ role }) => role === 'administrator') && (
            <Button look="soft" icon="plus" wide onClick={onFound}>
              <Trans>Abrir otra oficina</Trans>
            </Button>
          )}
        </ScreenBody>
      </div>
    </DeskFrame>
  )
}
