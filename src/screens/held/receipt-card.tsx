import { Trans, useLingui } from '@lingui/react/macro'
import { categoryColour } from '#contract/categories.ts'
import type { WaitRange } from '#contract/rest/offices.ts'
import type { TicketState } from '#contract/rest/tickets.ts'
import { isTurn } from '#src/domain/classify-tickets.ts'
import { stateNow } from '#src/domain/is-ticket-active.ts'
import { dayText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { useOfficeTime } from '#src/texts/use-office-time.ts'
import { WaitText } from '#src/texts/wait-text.tsx'
import { TicketBody, TicketCard, TicketFoot, TicketPerforation } from '#src/ui/card/ticket-card.tsx'
import { TicketNumber } from '#src/ui/card/ticket-number.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { DownloadReceipt } from './download-receipt.tsx'
import styles from './receipt-card.module.css'
import { AheadShort, TicketStateWord } from './ticket-words.tsx'
import { usePlaceText } from './use-place-text.ts'

/** What a receipt shows, whoever keeps it. No rut, dni, phone or e-mail. */
export interface Receipt {
  tuid: string
  ticket: string
  office_name: string
  line_name: string
  category_id: string
  /** The office's own, in which it shows when it was taken. */
  time_zone: string
  state: TicketState
  inserted_at: string
  called_at: string | null
  /** Absent in what an earlier version kept. */
  aside_until?: string | null
  modulo: string | null
  /** Absent in what an earlier version kept. */
  meet?: boolean
  ahead: number | null
  wait: WaitRange | null
}

export interface ReceiptCardProps {
  receipt: Receipt
  now: Date
  /** It stands on its own screen, and need not lead there. */
  isOpen?: boolean
  /** Its own screen is beside it. */
  isBeside?: boolean
}

/** The same card in the list: the number at the left, where it stands at the right. */
export function ReceiptCard({ receipt, now, isOpen = false, isBeside = false }: ReceiptCardProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const { time_zone } = receipt
  const state = stateNow(receipt, now.getTime())
  const officeTime = useOfficeTime(time_zone)
  const isWaiting = state === 'waiting'
  const taken = new Date(receipt.inserted_at)
  const place = usePlaceText(receipt)
  return (
    <TicketCard
      office={receipt.office_name}
      line={receipt.line_name}
      brand={categoryColour(receipt.category_id)}
      // Of a call of days ago nobody waits for its owner.
      state={state === 'called' && !isTurn(receipt, now.getTime()) ? 'expired' : state}
      word={isWaiting ? undefined : <TicketStateWord ticket={receipt} />}
    >
      <TicketBody look="beside">
        <TicketNumber number={receipt.ticket} label={t`Número`} />
        <div className={styles.place}>
          {isWaiting && (
            <>
              <strong>
                <AheadShort ahead={receipt.ahead} />
              </strong>
              <span className={styles.soft}>
                <WaitText wait={receipt.wait} />
              </span>
            </>
          )}
          {place && <strong>{place}</strong>}
        </div>
      </TicketBody>
      <TicketPerforation />
      <TicketFoot>
        <span className={styles.taken}>
          {dayText(taken, now, language, time_zone)}, {officeTime(taken)}
        </span>
        <span className={styles.actions}>
          <DownloadReceipt receipt={receipt} brief={!isOpen} />
          {!isOpen && (
            <Button
              look="plain"
              size="tight"
              href={`/tickets/${receipt.tuid}`}
              aria-current={isBeside || undefined}
              iconAtEnd="pass"
            >
              {isBeside ? <Trans>Abierto</Trans> : <Trans>Ver</Trans>}
            </Button>
          )}
        </span>
      </TicketFoot>
    </TicketCard>
  )
}
