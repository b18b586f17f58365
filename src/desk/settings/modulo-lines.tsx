import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox } from '#src/ui/form/checkbox.tsx'
import { FieldError } from '#src/ui/form/field-frame.tsx'
import type { EditedModuloLines } from './edited-office.ts'
import { faultText } from './fault-text.ts'
import styles from './settings.module.css'
import { useDraft, useSetting } from './use-settings.ts'

/** From which lines a módulo calls: those that are fixed here, or those that whoever sits there chooses. */
export function ModuloLines({ modulo }: { modulo: string }) {
  const { i18n } = useLingui()
  const { lines } = useDraft()
  const { value, set } = useSetting<readonly EditedModuloLines[]>('modulo_lines')
  const nth = value.findIndex(one => one.modulo === modulo)
  const { id, fault } = useSetting(`modulo_lines[${nth}].lines`)
  const fixed = value[nth]?.lines
  if (lines.length === 0) return null
  // One that is gone stays in sight, so that it can be taken away.
  const all = [...new Set([...lines.map(({ slug }) => slug), ...(fixed ?? [])])]
  const nameOf = (slug: string) => lines.find(line => line.slug === slug)?.name || slug
  const fix = (isFixed: boolean) =>
    set(isFixed ? [...value, { modulo, lines: lines.map(({ slug }) => slug) }] : value.toSpliced(nth, 1))
  const choose = (slug: string, isWanted: boolean) => {
    const chosen = all.filter(one => (one === slug ? isWanted : fixed?.includes(one)))
    set(value.with(nth, { ...value[nth], modulo, lines: chosen }))
  }
  return (
    <>
      <Checkbox
        label={
          <>
            <Trans>Fijar sus filas</Trans>
            <span className="visually-hidden"> {modulo}</span>
          </>
        }
        checked={fixed !== undefined}
        onChange={fix}
      />
      {fixed && (
        <fieldset className={styles.fixed}>
          <legend className="visually-hidden">
            <Trans>Filas que atiende {modulo}</Trans>
          </legend>
          {all.map((slug, at) => (
            <Checkbox
              key={slug}
              {...(at === 0 && { id })}
              label={nameOf(slug)}
              checked={fixed.includes(slug)}
              onChange={isWanted => choose(slug, isWanted)}
            />
          ))}
          <FieldError id={`${id}-error`} error={fault && faultText(fault, i18n)} />
        </fieldset>
      )}
    </>
  )
}
