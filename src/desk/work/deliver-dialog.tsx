import { Trans } from '@lingui/react/macro'
import { type FormEvent, useId, useRef, useState } from 'react'
import { DELIVERED_MAX } from '#contract/desk-limits.ts'
import type { DeskTicket } from '#contract/rest/desk.ts'
import { Button } from '#src/ui/press/button.tsx'
import { ActDialog } from '../act-dialog.tsx'
import { useDeskAction } from '../use-desk-action.ts'
import { isSameDelivered, notedServices, quantityOf, withTouched } from './delivered-list.ts'
import { Stepper } from './stepper.tsx'
import { DeliveredWords } from './turn-delivered.tsx'
import styles from './turn-note.module.css'

export interface DeliverDialogProps {
  clerkId: number
  officeId: number
  turn: Pick<DeskTicket, 'tuid' | 'ticket' | 'delivered'>
  /** What the office lists. */
  services: readonly string[]
  open: boolean
  onClose: () => void
}

/**
 * Where it is noted what was done for somebody. What another desk notes meanwhile stands at once in all that
 * was not touched here, and is said.
 */
export function DeliverDialog({ clerkId, officeId, turn, services, open, onClose }: DeliverDialogProps) {
  const { tuid, ticket, delivered } = turn
  const id = useId()
  const firstStep = useRef<HTMLInputElement>(null)
  const [first] = useState(delivered)
  const [touched, setTouched] = useState<ReadonlyMap<string, number>>(new Map())
  const acting = useDeskAction(clerkId, officeId, onClose)
  const noted = notedServices(services, delivered)
  const wished = withTouched(noted, delivered, touched)
  const busy = acting.pending !== null
  const save = (event: FormEvent) => {
    event.preventDefault()
    acting.act({ do: 'deliver', tuid, delivered: wished, was: delivered })
  }
  const isChanged = !isSameDelivered(delivered, first) && !isSameDelivered(delivered, wished)
  return (
    <ActDialog
      open={open}
      onClose={onClose}
      acting={acting}
      isTyped={!isSameDelivered(wished, delivered)}
      initialFocus={firstStep}
      title={<Trans>Lo que se hizo: {ticket}</Trans>}
      actions={
        <Button wide type="submit" form={id} busy={busy}>
          <Trans>Guardar</Trans>
        </Button>
      }
    >
      {isChanged && (
        <p className={styles.text}>
          <strong>
            <Trans>Otra persona cambió lo anotado.</Trans>
          </strong>{' '}
          {delivered.length > 0 && <DeliveredWords delivered={delivered} />}
        </p>
      )}
      <form id={id} onSubmit={save}>
        {noted.map((service, nth) => (
          <Stepper
            key={service}
            ref={nth === 0 ? firstStep : undefined}
            label={service}
            value={touched.get(service) ?? quantityOf(delivered, service)}
            max={DELIVERED_MAX}
            onChange={quantity => setTouched(before => new Map(before).set(service, quantity))}
          />
        ))}
      </form>
    </ActDialog>
  )
}
