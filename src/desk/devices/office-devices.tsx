import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { DeskSession, DeskState } from '#contract/rest/desk.ts'
import { Button } from '#src/ui/press/button.tsx'
import { PrintPoster } from '../poster/print-poster.tsx'
import { TypedSheet } from '../typed-layer.tsx'
import { Webhooks } from '../webhooks/webhooks.tsx'
import styles from './office-devices.module.css'
import { LinkList } from './link-list.tsx'
import { MakeLink } from './make-link.tsx'

/**
 * The office's televisions, tablets and machines, the systems that are told what happens, and its poster, for
 * whoever answers for it.
 */
export function OfficeDevices({ clerk, state }: { clerk: DeskSession; state: DeskState }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const office = clerk.offices.find(({ id }) => id === state.office_id)
  if (!office || office.role === 'clerk') return null
  const at = { clerkId: clerk.clerk_id, office }
  return (
    <>
      <Button look="quiet" wide icon="screen" onClick={() => setOpen(true)}>
        <Trans>Pantallas y afiche</Trans>
      </Button>
      <TypedSheet
        open={isOpen}
        onClose={() => setOpen(false)}
        side="end"
        title={<Trans>Pantallas y afiche</Trans>}
        closeLabel={t`Cerrar`}
      >
        {isOpen && (
          <div className={styles.parts}>
            <section className={styles.part}>
              <h3>
                <Trans>Pantallas y equipos</Trans>
              </h3>
              <LinkList {...at} />
            </section>
            <section className={styles.part}>
              <h3>
                <Trans>Uno nuevo</Trans>
              </h3>
              <MakeLink {...at} />
            </section>
            <section className={styles.part}>
              <h3>
                <Trans>Avisos a otros sistemas</Trans>
              </h3>
              <Webhooks at={{ clerkId: clerk.clerk_id, officeId: office.id }} timeZone={office.time_zone} />
            </section>
            <section className={styles.part}>
              <h3>
                <Trans>Afiche con código QR</Trans>
              </h3>
              <PrintPoster office={office} lines={state.lines} />
            </section>
          </div>
        )}
      </TypedSheet>
    </>
  )
}
