import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Checkbox } from '#src/ui/form/checkbox.tsx'
import { FieldError } from '#src/ui/form/field-frame.tsx'
import { Sheet } from '#src/ui/layer/sheet.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { IconButton } from '#src/ui/press/icon-button.tsx'
import { weekdayText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { faultText } from './fault-text.ts'
import { spanText } from './hours-text.ts'
import { isWithin, type Place } from './place.ts'
import { fieldId, useSetting, useSettings } from './use-settings.ts'
import { isOverMidnight, type Span, type Week } from './week.ts'
import styles from './week-editor.module.css'

const DAYS = [0, 1, 2, 3, 4, 5, 6]

/** After the last one of the day, or a usual day. */
function nextSpan(spans: readonly Span[]): Span {
  const last = spans.at(-1)
  return last && last.to > last.from && last.to < '18:00'
    ? { from: last.to, to: '18:00' }
    : { from: '09:00', to: '14:00' }
}

/** A week of hours, several a day: each can be given to other days. */
export function WeekEditor({ at }: { at: Place }) {
  const { t, i18n } = useLingui()
  const language = useLanguage()
  const { value: week, set } = useSetting<Week>(at)
  const [copied, setCopied] = useState<number | null>(null)
  const setDay = (day: number, spans: readonly Span[]) =>
    set(week.map((before, nth) => (nth === day ? spans : before)))
  const add = (day: number) => {
    const spans = week[day] ?? []
    setDay(day, [...spans, nextSpan(spans)])
    // Whoever adds hours goes on by typing them.
    requestAnimationFrame(() => document.getElementById(fieldId(`${at}[${day}][${spans.length}]`))?.focus())
  }
  return (
    <>
      <ul className={styles.week}>
        {DAYS.map(day => {
          const name = weekdayText(day + 1, language)
          const spans = week[day] ?? []
          return (
            <li key={day} className={styles.day}>
              <span className={styles.name}>{name}</span>
              <div className={styles.spans}>
                {spans.length === 0 && (
                  <p className={styles.closed}>
                    <Trans>Cerrado</Trans>
                  </p>
                )}
                {spans.map((span, nth) => (
                  <SpanFields
                    key={nth}
                    at={`${at}[${day}][${nth}]`}
                    day={name}
                    span={span}
                    onChange={next => setDay(day, spans.with(nth, next))}
                    onRemove={() => setDay(day, spans.toSpliced(nth, 1))}
                  />
                ))}
              </div>
              <div className={styles.acts}>
                <IconButton icon="plus" label={t`Agregar horas el ${name}`} onClick={() => add(day)} />
                <IconButton
                  icon="copy"
                  label={t`Copiar ${name} a otros días`}
                  onClick={() => setCopied(day)}
                />
              </div>
            </li>
          )
        })}
      </ul>
      <p className={styles.hint}>
        <Trans>
          Si cierras después de medianoche, escribe la hora del día siguiente. De 0:00 a 0:00 es todo el día.
        </Trans>
      </p>
      {copied !== null && (
        <CopyDay
          title={t`Copiar ${weekdayText(copied + 1, language)}: ${(week[copied] ?? []).map(span => spanText(span, i18n)).join(', ') || t`cerrado`}`}
          day={copied}
          onCopy={days => {
            set(week.map((before, nth) => (days.includes(nth) ? (week[copied] ?? []) : before)))
            setCopied(null)
          }}
          onClose={() => setCopied(null)}
        />
      )}
    </>
  )
}

interface SpanFieldsProps {
  at: Place
  day: string
  span: Span
  onChange: (span: Span) => void
  onRemove: () => void
}

function SpanFields({ at, day, span, onChange, onRemove }: SpanFieldsProps) {
  const { t, i18n } = useLingui()
  const fault = useSettings(({ faults }) => faults.find(one => isWithin(one.at, at)))
  const id = fieldId(at)
  const wiring = {
    className: styles.time,
    'aria-invalid': fault ? (true as const) : undefined,
    'aria-describedby': fault ? `${id}-error` : undefined,
  }
  return (
    <div>
      <div className={styles.span}>
        <input
          {...wiring}
          type="time"
          id={id}
          aria-label={t`${day}, abre`}
          value={span.from}
          onChange={({ target }) => onChange({ ...span, from: target.value })}
        />
        <span aria-hidden="true">–</span>
        <input
          {...wiring}
          type="time"
          aria-label={t`${day}, cierra`}
          value={span.to}
          onChange={({ target }) => onChange({ ...span, to: target.value })}
        />
        <IconButton icon="close" label={t`Quitar ${day} ${spanText(span, i18n)}`} onClick={onRemove} />
      </div>
      {isOverMidnight(span) && (
        <p className={styles.night}>
          <Trans>hasta el día siguiente</Trans>
        </p>
      )}
      <FieldError id={`${id}-error`} error={fault && faultText(fault, i18n)} />
    </div>
  )
}

interface CopyDayProps {
  title: string
  day: number
  onCopy: (days: readonly number[]) => void
  onClose: () => void
}

function CopyDay({ title, day, onCopy, onClose }: CopyDayProps) {
  const { t } = useLingui()
  const language = useLanguage()
  // What most mean: the working days alike.
  const [chosen, setChosen] = useState<readonly number[]>(
    DAYS.filter(other => other !== day && other < 5 && day < 5),
  )
  return (
    <Sheet
      open
      onClose={onClose}
      title={title}
      closeLabel={t`Cerrar`}
      foot={
        <Button wide disabled={chosen.length === 0} onClick={() => onCopy(chosen)}>
          <Trans>Copiar a estos días</Trans>
        </Button>
      }
    >
      <fieldset>
        <legend className="visually-hidden">
          <Trans>A qué días</Trans>
        </legend>
        {DAYS.filter(other => other !== day).map(other => (
          <Checkbox
            key={other}
            label={weekdayText(other + 1, language)}
            checked={chosen.includes(other)}
            onChange={isWanted =>
              setChosen(before => (isWanted ? [...before, other] : before.filter(one => one !== other)))
            }
          />
        ))}
      </fieldset>
    </Sheet>
  )
}
