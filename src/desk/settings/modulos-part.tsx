import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
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
  const isAlone = (name: string) => modulos.indexOf(name) === modulos.lastIndexOf(name)
  // A name that is typed may be another's on its way: «Módulo 1» comes before «Módulo 12».
  const known = useRef<readonly (EditedModuloLines | undefined)[]>([])
  /** What is prescribed to each: by its name, and while two have one name, as it was before. */
  const ofEach = () =>
    modulos.map((modulo, nth) => {
      const before = known.current[nth]
      if (before?.modulo === modulo && prescribed.value.includes(before)) return before
      return isAlone(modulo) ? prescribed.value.find(one => one.modulo === modulo) : undefined
    })
  /** What is prescribed goes along with the name. */
  const rename = (nth: number, name: string) => {
    const each = ofEach()
    const own = each[nth]
    const renamed = own && { ...own, modulo: name }
    known.current = each.with(nth, renamed)
    set(modulos.with(nth, name))
    if (renamed) prescribed.set(prescribed.value.map(one => (one === own ? renamed : one)))
  }
  const remove = (nth: number) => {
    const each = ofEach()
    known.current = each.toSpliced(nth, 1)
    set(modulos.toSpliced(nth, 1))
    prescribed.set(prescribed.value.filter(one => one !== each[nth]))
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
            {modulo.trim() !== '' && isAlone(modulo) && <ModuloLines modulo={modulo} />}
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
