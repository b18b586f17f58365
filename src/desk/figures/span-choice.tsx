import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { FIGURES_DAYS_MAX } from '#contract/limits.ts'
import type { Figures } from '#contract/rest/figures.ts'
import { addDays } from '#contract/rules/office-time.ts'
import { TextField } from '#src/ui/form/text-field.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Chip, ChipGroup } from '#src/ui/press/chip.tsx'
import { SelectChip } from '#src/ui/press/select-chip.tsx'
import type { FiguresWish } from '../desk-api.ts'
import { TypedSheet, useTyped } from '../typed-layer.tsx'
import { PRESETS, type Preset, presetOf, type Span, spanOf } from './day-span.ts'
import styles from './span-choice.module.css'

export interface SpanChoiceProps {
  figures: Pick<Figures, 'from' | 'to' | 'today' | 'line_id' | 'lines'>
  wish: FiguresWish
  onChoose: (wish: FiguresWish) => void
}

const NAMES: Record<Preset, MessageDescriptor> = {
  today: msg`Hoy`,
  yesterday: msg`Ayer`,
  week: msg`7 días`,
  month: msg`30 días`,
}

/** Of which days, and of which line. */
export function SpanChoice({ figures, wish, onChoose }: SpanChoiceProps) {
  const { t, i18n } = useLingui()
  const [isAsked, setAsked] = useState(false)
  const { today } = figures
  const { line_id } = wish
  // What was pressed last, though its answer is under way.
  const span = { from: wish.from ?? today, to: wish.to ?? today }
  const preset = presetOf(span, today)
  const lines = useLinesSeen(figures)
  return (
    <>
      <ChipGroup label={t`Qué días y qué fila`}>
        {PRESETS.map(name => (
          <Chip
            key={name}
            pressed={preset === name}
            onClick={() => onChoose({ ...(name === 'today' ? {} : spanOf(name, today)), line_id })}
          >
            {i18n._(NAMES[name])}
          </Chip>
        ))}
        <Chip icon="calendar" pressed={preset === null ? true : undefined} onClick={() => setAsked(true)}>
          <Trans>Otros días</Trans>
        </Chip>
        <SelectChip
          label={t`Todas las filas`}
          none={t`Todas las filas`}
          value={line_id === undefined ? null : String(line_id)}
          options={lines.map(line => ({ value: String(line.line_id), label: line.name }))}
          onChange={value =>
            onChoose({ from: wish.from, to: wish.to, line_id: value === null ? undefined : Number(value) })
          }
        />
      </ChipGroup>
      <TypedSheet
        open={isAsked}
        onClose={() => setAsked(false)}
        title={<Trans>¿De qué días?</Trans>}
        closeLabel={t`Cerrar`}
      >
        {isAsked && (
          <DaysForm
            span={span}
            today={today}
            onChoose={chosen => {
              setAsked(false)
              onChoose({ ...chosen, line_id })
            }}
          />
        )}
      </TypedSheet>
    </>
  )
}

/** An answer for one line names that line alone: the others are still to be chosen. */
function useLinesSeen({ line_id, lines }: Pick<Figures, 'line_id' | 'lines'>) {
  const [seen, setSeen] = useState(lines)
  const isAll = line_id === null
  if (isAll && seen !== lines) setSeen(lines)
  return isAll ? lines : seen.length > lines.length ? seen : lines
}

function DaysForm(props: { span: Span; today: string; onChoose: (span: Span) => void }) {
  const { today, onChoose } = props
  const { t } = useLingui()
  const [span, setSpan] = useState(props.span)
  const [isFaulty, setFaulty] = useState(false)
  useTyped(span.from !== props.span.from || span.to !== props.span.to, () => setSpan(props.span))
  // Said the other way round, it is the same days.
  const [from = '', to = ''] = [span.from, span.to].sort()
  const isWhole = from !== '' && to !== ''
  const isLong = isWhole && to > addDays(from, FIGURES_DAYS_MAX - 1)
  const error = !isFaulty
    ? undefined
    : !isWhole
      ? t`Elige los dos días.`
      : isLong
        ? t`Elige hasta un año.`
        : undefined
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={event => {
        event.preventDefault()
        if (isWhole && !isLong) onChoose({ from, to })
        else setFaulty(true)
      }}
    >
      <TextField
        type="date"
        label={t`Desde`}
        max={today}
        value={span.from}
        onChange={event => setSpan({ ...span, from: event.target.value })}
      />
      <TextField
        type="date"
        label={t`Hasta`}
        max={today}
        error={error}
        value={span.to}
        onChange={event => setSpan({ ...span, to: event.target.value })}
      />
      <Button type="submit" wide>
        <Trans>Ver estos días</Trans>
      </Button>
    </form>
  )
}
