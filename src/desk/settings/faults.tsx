import { Plural, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { Note } from '#src/ui/state/note.tsx'
import { faultText } from './fault-text.ts'
import { placeText } from './field-text.ts'
import type { Place } from './place.ts'
import styles from './settings.module.css'
import { editedAt } from './settings-place.ts'
import { useDraft, useSettings, useSettingsPage } from './use-settings.ts'

/** What the checker found, all at once, each line a way to its field; the first one's has the focus. */
export function Faults() {
  const { i18n } = useLingui()
  const { go } = useSettingsPage()
  const draft = useDraft()
  const faults = useSettings(state => state.faults)
  const attempt = useSettings(state => state.attempt)
  const shown = useRef(attempt)
  const show = (at: Place) => go(editedAt(at, draft), at)
  useEffect(() => {
    const [first] = faults
    if (attempt === shown.current || !first) return
    shown.current = attempt
    show(first.at)
  })
  if (faults.length === 0) return null
  return (
    <Note
      tone="loss"
      role="alert"
      title={
        <Plural
          value={faults.length}
          one="No se guardó: hay algo por corregir"
          other="No se guardó: hay # cosas por corregir"
        />
      }
    >
      <ul>
        {faults.map(fault => (
          <li key={`${fault.at} ${fault.kind}`}>
            <button type="button" className={styles.fault} onClick={() => show(fault.at)}>
              {placeText(fault.path, draft, i18n)}: {faultText(fault, i18n)}
            </button>
          </li>
        ))}
      </ul>
    </Note>
  )
}
