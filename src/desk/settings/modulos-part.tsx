import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#src/ui/press/button.tsx'
import { IconButton } from '#src/ui/press/icon-button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { TextAt } from './fields.tsx'
import styles from './settings.module.css'
import { fieldId, useSetting } from './use-settings.ts'
import { useTouches } from './use-touches.ts'

/** The módulos, by the names by which they are called out. */
export function ModulosPart() {
  const { t } = useLingui()
  const sitting = useTouches('modulos')?.sitting ?? []
  const { value: modulos, set } = useSetting<readonly string[]>('modulos')
  const add = () => {
    const nth = modulos.length
    const name = t`Módulo ${nth + 1}`
    set([...modulos, modulos.includes(name) ? '' : name])
    requestAnimationFrame(() => document.getElementById(fieldId(`modulos[${nth}]`))?.focus())
  }
  return (
    <>
      <p className={styles.soft}>
        <Trans>
          Así se llaman en voz alta y en la pantalla. Con otro nombre es otro módulo. Cada persona elige al
          sentarse qué filas atiende.
        </Trans>
      </p>
      <ul className={styles.rows}>
        {modulos.map((modulo, nth) => (
          <li key={nth} className={styles.row}>
            <TextAt
              at={`modulos[${nth}]`}
              label={<span className="visually-hidden">{t`Módulo ${nth + 1}: nombre`}</span>}
            />
            <IconButton
              icon="close"
              label={t`Quitar: ${modulo}`}
              onClick={() => set(modulos.toSpliced(nth, 1))}
            />
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
