import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#src/ui/press/button.tsx'
import { IconButton } from '#src/ui/press/icon-button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import type { EditedModuloLines } from './edited-office.ts'
import { TextAt } from './fields.tsx'
import { ModuloLines } from './modulo-lines.tsx'
import styles from './settings.module.css'
import { fieldId, useSetting } from './use-settings.ts'
import { useTouches } from './use-touches.ts'

/** The módulos, by the names by which they are called out, and what is prescribed to them. */
export function ModulosPart() {
  const { t } = useLingui()
  const sitting = useTouches('modulos')?.sitting ?? []
  const { value: modulos, set } = useSetting<readonly string[]>('modulos')
  const prescribed = useSetting<readonly EditedModuloLines[]>('modulo_lines')
  const add = () => {
    const nth = modulos.length
    const name = t`Módulo ${nth + 1}`
    set([...modulos, modulos.includes(name) ? '' : name])
    requestAnimationFrame(() => document.getElementById(fieldId(`modulos[${nth}]`))?.focus())
  }
  /** What is prescribed goes along with the name, as far as it is that one's alone. */
  const rename = (nth: number, name: string) => {
    const before = modulos[nth]
    set(modulos.with(nth, name))
    if (modulos.indexOf(before ?? '') !== modulos.lastIndexOf(before ?? '')) return
    prescribed.set(prescribed.value.map(one => (one.modulo === before ? { ...one, modulo: name } : one)))
  }
  const remove = (nth: number) => {
    const rest = modulos.toSpliced(nth, 1)
    set(rest)
    prescribed.set(prescribed.value.filter(({ modulo }) => modulo !== modulos[nth] || rest.includes(modulo)))
  }
  return (
    <>
      <p className={styles.soft}>
        <Trans>
          Así se llaman en voz alta y en la pantalla. Con otro nombre es otro módulo. Cada persona elige al
          sentarse qué filas atiende, salvo donde aquí se fijan.
        </Trans>
      </p>
      <ul className={styles.rows}>
        {modulos.map((modulo, nth) => (
          <li key={nth}>
            <div className={styles.row}>
              <TextAt
                at={`modulos[${nth}]`}
                label={<span className="visually-hidden">{t`Módulo ${nth + 1}: nombre`}</span>}
                onSet={name => rename(nth, name)}
              />
              <IconButton icon="close" label={t`Quitar: ${modulo}`} onClick={() => remove(nth)} />
            </div>
            {modulo.trim() !== '' && modulos.indexOf(modulo) === nth && <ModuloLines modulo={modulo} />}
          </li>
        ))}
      </ul>
      {sitting.map(({ modulo, clerk }) => (
        <Note key={modulo} tone="almost" role="status">
          <Trans>
            {clerk} está en {modulo}: termina con quien atiende, y al salir ya no podrá volver.
          </Trans>
        </Note>
      ))}
      <Button look="soft" icon="plus" wide onClick={add}>
        <Trans>Agregar un módulo</Trans>
      </Button>
    </>
  )
}
