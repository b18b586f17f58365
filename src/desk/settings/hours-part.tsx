import { WeekEditor } from './week-editor.tsx'
import { weekText } from './hours-text.ts'
import { useLingui } from '@lingui/react'
import { useDraft } from './use-settings.ts'
import styles from './settings.module.css'

/** The week of the office. */
export function HoursPart() {
  const { i18n } = useLingui()
  const { hours } = useDraft()
  return (
    <>
      <output className={styles.sentence}>{weekText(hours, i18n)}</output>
      <WeekEditor at="hours" />
    </>
  )
}
