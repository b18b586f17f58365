import { Trans } from '@lingui/react/macro'
import { wallTime } from '#contract/rules/office-time.ts'
import { timeText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { Button } from '#src/ui/press/button.tsx'
import type { Block } from './booking-api.ts'
import styles from './book-sheet.module.css'
import { type AskedLine, useDayTimes } from './use-free-times.ts'

/** So many at most: whoever waits on the telephone is told two or three. */
const OFFERED = 3

export interface NextFreeProps extends AskedLine {
  timeZone: string
  lost: Block
  onTake: (block: Block) => void
  /** Where all of them are chosen from. */
  onOther: () => void
}

/** In place of a time that somebody else took meanwhile: the next ones of that day. */
export function NextFree({ timeZone, lost, onTake, onOther, ...asked }: NextFreeProps) {
  const language = useLanguage()
  const { data } = useDayTimes(asked, wallTime(new Date(lost.from), timeZone).day)
  const free = (data ?? []).filter(({ from, availables }) => availables > 0 && from !== lost.from)
  const later = free.filter(({ from }) => from > lost.from)
  const offered = [...later, ...free.filter(({ from }) => from < lost.from).reverse()].slice(0, OFFERED)
  return (
    <div className={styles.next}>
      {offered.map(({ from, to }) => (
        <Button key={from} look="soft" size="tight" icon="clock" onClick={() => onTake({ from, to })}>
          {timeText(new Date(from), language, timeZone)}
        </Button>
      ))}
      <Button look="plain" size="tight" onClick={onOther}>
        <Trans>Elegir otra hora</Trans>
      </Button>
    </div>
  )
}
