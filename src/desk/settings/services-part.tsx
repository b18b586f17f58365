import { Trans, useLingui } from '@lingui/react/macro'
import { SERVICES_MAX } from '#contract/desk-limits.ts'
import { Button } from '#src/ui/press/button.tsx'
import { IconButton } from '#src/ui/press/icon-button.tsx'
import { TextAt } from './fields.tsx'
import styles from './settings.module.css'
import { fieldId, useSetting } from './use-settings.ts'

/** What the office does for people, by the names by which it is noted and counted. */
export function ServicesPart() {
  const { t } = useLingui()
  const { value: services, set } = useSetting<readonly string[]>('services')
  const add = () => {
    set([...services, ''])
    requestAnimationFrame(() => document.getElementById(fieldId(`services[${services.length}]`))?.focus())
  }
  return (
    <>
      <p className={styles.soft}>
        <Trans>
          Quien atiende anota cuántas veces hizo cada cosa, y se suma en los números del día. Con otro nombre
          se cuenta aparte; lo que quitas queda en los números de antes.
        </Trans>
      </p>
      <ul className={styles.rows} id={fieldId('services')} tabIndex={-1}>
        {services.map((service, nth) => (
          <li key={nth} className={styles.row}>
            <TextAt
              at={`services[${nth}]`}
              label={<span className="visually-hidden">{t`Servicio ${nth + 1}: nombre`}</span>}
            />
            <IconButton
              icon="close"
              label={t`Quitar: ${service}`}
              onClick={() => set(services.toSpliced(nth, 1))}
            />
          </li>
        ))}
      </ul>
      {services.length < SERVICES_MAX && (
        <Button look="soft" icon="plus" wide onClick={add}>
          <Trans>Agregar un servicio</Trans>
        </Button>
      )}
    </>
  )
}
