import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { OfficeSettings, SettingsSaved } from '#contract/rest/settings.ts'
import { ApiError } from '#src/api/api-error.ts'
import { browserSettings } from '#src/platform/settings.ts'
import { useClerkSession, useDeskTools } from '../desk-tools.ts'
import { guardLeaving } from '../leave-guard.ts'
import { useStayWhileTyped } from '../use-stay-while-typed.ts'
import type { AtOffice } from '../people/use-staff-change.ts'
import { officeKey, pauseAfter } from '../use-office.ts'
import { type SettingsApi, settingsApi } from './settings-api.ts'
import { createSettingsStore } from './settings-store.ts'

/** In milliseconds: another supervisor may change them meanwhile. */
const REFRESH_MS = 10_000
/** How often what waits for the network is tried, in milliseconds. */
const TRY_MS = 5_000

const tab = browserSettings(() => sessionStorage)

/** The settings of an office as they are edited here, beside what the server has of them. */
export function useSettingsStore({ clerk, office }: AtOffice) {
  const { client } = useDeskTools()
  const { phase } = useClerkSession()
  const queries = useQueryClient()
  const queryKey = [...officeKey(clerk.clerk_id, office.id), 'settings']
  const [{ api, settings }] = useState(() => {
    // A look that began before a change saw what stood then, and must not come back over its answer.
    const dropLooks = () => queries.cancelQueries({ queryKey })
    const api = changedBy(settingsApi(client, office.id), dropLooks)
    return { api, settings: createSettingsStore(api, tab, `office-settings-${clerk.clerk_id}-${office.id}`) }
  })
  const query = useQuery<OfficeSettings>({
    queryKey,
    queryFn: ({ signal }) => api.read(signal),
    refetchInterval: ({ state }) => pauseAfter(state.error, REFRESH_MS),
    // What was seen on an earlier visit may be of another version: what is asked now begins it.
    gcTime: 0,
    retry: false,
    networkMode: 'always',
    enabled: phase === 'in',
  })
  const { data, error } = query
  useEffect(() => {
    if (data) settings.seen(data)
  }, [data, settings])
  useEffect(() => {
    if (error instanceof ApiError && (error.status === 403 || error.status === 404)) settings.refused()
  }, [error, settings])
  // What was pressed goes on: with the network, or once its clerk has signed in again.
  useEffect(() => {
    if (phase !== 'in') return
    const go = () => settings.goOn()
    go()
    const timer = setInterval(go, TRY_MS)
    addEventListener('online', go)
    return () => {
      clearInterval(timer)
      removeEventListener('online', go)
    }
  }, [phase, settings])
  return { api, settings, query }
}

/** With `then` after each change, before anybody hears of it: it may be made though its answer was lost. */
function changedBy(api: SettingsApi, then: () => Promise<void>): SettingsApi {
  const told =
    <Said>(call: (said: Said) => Promise<SettingsSaved>) =>
    async (said: Said) => {
      try {
        return await call(said)
      } finally {
        await then()
      }
    }
  return { ...api, save: told(api.save), undo: told(api.undo) }
}

/** Asks before what is not saved is left behind: by the page, and by the browser where it goes altogether. */
export function useLeaveGuard(isDirty: boolean, ask: (go: () => void) => void): void {
  useStayWhileTyped(isDirty)
  // A step of the browser's loses nothing: the tab keeps what is not saved.
  useEffect(() => (isDirty ? guardLeaving(ask, { andSteps: false }) : undefined), [isDirty, ask])
}
