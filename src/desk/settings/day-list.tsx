import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useState } from 'react'
import { addDays } from '#contract/rules/office-time.ts'
import { TextField } from '#src/ui/form/text-field.tsx'
import { List } from '#src/ui/list/list.tsx'
import { ListRow } from '#src/ui/list/list-row.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { IconButton } from '#src/ui/press/icon-button.tsx'
import { useLanguage } from '#src/texts/use-language.ts'
import { TypedSheet } from '../typed-layer.tsx'
import { useToday } from '../use-today.ts'
import { dayName } from './day-name.ts'
import type { Place } from './place.ts'
import styles from './settings.module.css'
import { fieldId, useDraft, useSetting } from './use-settings.ts'

/** So far ahead days may be named, in days. */
const AHEAD = 730

export interface DayListProps {
  at: Place
  label: string
  addLabel: ReactNode
  /** Where there is none to come. */
  empty: ReactNode
  /** What stands beside a day: who holds a reservation there. */
  about?: (day: string) => ReactNode
}

/** Days of a calendar, those to come in their order: added on it, and taken away one by one. */
export function DayList({ at, label, addLabel, empty, about }: DayListProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const { time_zone } = useDraft()
  const { value: days, set } = useSetting<readonly string[]>(at)
  const [isAdding, setAdding] = useState(false)
  const today = useToday(time_zone)
  const coming = days.filter(day => day >= today).sort()
  return (
    <>
      {coming.length === 0 ? (
        <p>{empty}</p>
      ) : (
        <List label={label}>
          {coming.map(day => {
            const name = dayName(day, today, language)
            return (
              <ListRow
                key={day}
                icon="calendar"
                title={name}
                detail={about?.(day)}
                beside={
                  <IconButton
                    icon="close"
                    label={t`Quitar: ${name}`}
                    onClick={() => set(days.filter(other => other !== day))}
                  />
                }
              />
            )
          })}
        </List>
      )}
      <Button id={fieldId(at)} look="soft" icon="plus" wide onClick={() => setAdding(true)}>
        {addLabel}
      </Button>
      {isAdding && (
        <AddDay
          title={addLabel}
          today={today}
          taken={days}
          onAdd={day => set([...days, day].sort())}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  )
}

interface AddDayProps {
  title: ReactNode
  today: string
  taken: readonly string[]
  onAdd: (day: string) => void
  onClose: () => void
}

/** By the device's own calendar, which every hand knows. */
function AddDay({ title, today, taken, onAdd, onClose }: AddDayProps) {
  const { t } = useLingui()
  const [day, setDay] = useState('')
  const [isTried, setTried] = useState(false)
  const isGood = day >= today && !taken.includes(day)
  const add = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isGood) return
    onAdd(day)
    onClose()
  }
  return (
    <TypedSheet open onClose={onClose} isTyped={day !== ''} title={title} closeLabel={t`Cerrar`}>
      <form onSubmit={add} noValidate className={styles.rows}>
        <TextField
          type="date"
          label={<Trans>Qué día</Trans>}
          min={today}
          max={addDays(today, AHEAD)}
          value={day}
          error={isTried && !isGood && t`Elige un día por venir que no esté ya en la lista.`}
          onChange={event => setDay(event.target.value)}
        />
        <Button type="submit" wide>
          <Trans>Agregar</Trans>
        </Button>
      </form>
    </TypedSheet>
  )
}
