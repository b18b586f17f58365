import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import { useStore } from 'zustand'
import type { DeskSession } from '#contract/rest/desk.ts'
import { ConfirmLoss } from '#src/ui/layer/confirm-loss.tsx'
import { List } from '#src/ui/list/list.tsx'
import { ListRow } from '#src/ui/list/list-row.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { EmptyState } from '#src/ui/state/standstill.tsx'
import { ClerkAccount, useSignOut } from '../clerk-account.tsx'
import { FailedQuestion } from '../failed-question.tsx'
import { DeskFrame } from '../desk-frame.tsx'
import { OfficeNews } from '../office-news.tsx'
import { useHeadingFocus } from '../use-heading-focus.ts'
import type { OfficeHere } from '../use-office-here.ts'
import { useSeenAt } from '../use-seen-at.ts'
import { ClashSheet } from './clash-sheet.tsx'
import { Faults } from './faults.tsx'
import { sectionTexts } from './field-text.ts'
import { focusField } from './focus-field.ts'
import { keepCopy } from './office-file.ts'
import { Overview } from './overview.tsx'
import { SECTIONS } from './parts.ts'
import type { Place } from './place.ts'
import { SaveBar } from './save-bar.tsx'
import { SectionList } from './section-list.tsx'
import { SectionPane } from './section-pane.tsx'
import styles from './settings.module.css'
import { readPlace, type SettingsPlace } from './settings-place.ts'
import { hasUnsaved } from './settings-store.ts'
import { TouchQuestion } from './touch-question.tsx'
import { SettingsPageProvider } from './use-settings.ts'
import { useLeaveGuard, useSettingsStore } from './use-settings-store.ts'

interface SettingsScreenProps {
  clerk: DeskSession
  office: OfficeHere
  onLeave: () => void
}

/** All that an office’s file says of it, edited in the browser: a list of sections, each with its editor. */
export default function SettingsScreen({ clerk, office, onLeave }: SettingsScreenProps) {
  const { t, i18n } = useLingui()
  const { api, settings, query } = useSettingsStore({ clerk, office })
  const seenAt = useSeenAt(query.dataUpdatedAt)
  const state = useStore(settings.store)
  const [address, setAddress] = useSearchParams()
  const place = readPlace(address, state.draft)
  const heading = useHeadingFocus()
  const wanted = useRef<Place | null>(null)
  const go = useCallback(
    (to: SettingsPlace, at?: Place) => {
      setAddress({ office: String(office.id), page: 'settings', ...to })
      wanted.current = at === undefined || focusField(at) ? null : at
    },
    [setAddress, office.id],
  )
  const isThere = state.draft !== null
  // The list came in the place of its bones, with a heading of its own.
  useEffect(() => {
    if (isThere && !place.section) heading.current?.focus()
  }, [isThere, place.section, heading])
  // Once the editor has been drawn, whose heading takes the focus first.
  useEffect(() => {
    if (wanted.current !== null && focusField(wanted.current)) wanted.current = null
  })
  const page = useMemo(() => ({ settings, api, go }), [settings, api, go])
  const isDirty = hasUnsaved(state)
  const [leaving, setLeaving] = useState<(() => void) | null>(null)
  const ask = useCallback((wish: () => void) => setLeaving(() => wish), [])
  useLeaveGuard(isDirty, ask)
  const signOut = useSignOut()
  const [isComparing, setComparing] = useState(false)
  const account = (
    <ClerkAccount clerk={clerk} {...(isDirty && { onSignOut: () => ask(() => signOut.mutate()) })} />
  )
  // Whoever may change nothing any more is asked as well: what they typed still stands.
  const leaveQuestion = (
    <ConfirmLoss
      open={leaving !== null}
      title={<Trans>¿Salir sin guardar?</Trans>}
      keepLabel={<Trans>Seguir aquí</Trans>}
      loseLabel={<Trans>Descartar los cambios</Trans>}
      onKeep={() => setLeaving(null)}
      onLose={() => {
        settings.drop()
        setLeaving(null)
        leaving?.()
      }}
    >
      <Trans>Lo que cambiaste y no guardaste se pierde.</Trans>
    </ConfirmLoss>
  )
  const frame = (children: ReactNode, isBusy = false) => (
    <DeskFrame place={office.name} account={account} busy={isBusy}>
      {children}
    </DeskFrame>
  )
  const top = (
    <ScreenHeader
      headingRef={heading}
      level={place.section ? 2 : 1}
      size="small"
      back={{ label: t`Volver al mesón`, onClick: onLeave }}
      title={<Trans>Ajustes de la oficina</Trans>}
    />
  )
  if (state.isRefused) {
    return frame(
      <div className={styles.alone}>
        {top}
        {leaveQuestion}
        <EmptyState
          icon="lock"
          title={<Trans>Ya no puedes cambiar esta oficina</Trans>}
          action={
            <>
              {isDirty && (
                <Button look="soft" icon="download" onClick={() => keepCopy(state)}>
                  <Trans>Guardar lo que escribí en un archivo</Trans>
                </Button>
              )}
              <Button look="plain" onClick={onLeave}>
                <Trans>Volver al mesón</Trans>
              </Button>
            </>
          }
        >
          <Trans>
            Alguien cambió lo que haces en ella. Pídele a quien la supervisa que guarde los cambios.
          </Trans>
        </EmptyState>
      </div>,
    )
  }
  if (!state.draft) {
    return frame(
      <div className={styles.alone}>
        {top}
        {query.error ? (
          <FailedQuestion
            title={<Trans>No pudimos abrir los ajustes</Trans>}
            error={query.error}
            onAgain={() => void query.refetch()}
          />
        ) : (
          <List label={t`Ajustes de la oficina`}>
            {SECTIONS.map(section => (
              <ListRow
                key={section}
                title={i18n._(sectionTexts[section])}
                detail={<Skeleton width="24ch" />}
              />
            ))}
          </List>
        )}
      </div>,
      !query.error,
    )
  }
  return frame(
    <SettingsPageProvider value={page}>
      <div className={styles.page} data-open={place.section ? true : undefined}>
        <div className={styles.index}>
          {top}
          <SectionList current={place.section} />
        </div>
        <div className={styles.pane}>
          <div aria-live="polite" className={styles.news}>
            {query.error && <OfficeNews error={query.error} seenAt={seenAt} />}
          </div>
          <Faults />
          {place.section ? (
            <SectionPane key={Object.values(place).join(' ')} place={place} />
          ) : (
            <Overview clerkId={clerk.clerk_id} office={office} />
          )}
          <SaveBar onCompare={() => setComparing(true)} />
        </div>
      </div>
      {isComparing && <ClashSheet timeZone={office.time_zone} onClose={() => setComparing(false)} />}
      <TouchQuestion />
      {leaveQuestion}
    </SettingsPageProvider>,
  )
}
