import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { IconName } from '#src/ui/icon.tsx'
import { Sheet } from '#src/ui/layer/sheet.tsx'
import { Button } from '#src/ui/press/button.tsx'
import styles from './bar-acts.module.css'

/** Something that the desk's bar leads to, and that is rarely needed. */
export interface BarAct {
  key: string
  icon: IconName
  words: ReactNode
  press: () => void
  busy?: boolean
  disabled?: boolean
}

/** Each a button of its own, where the bar has the room. */
export function BarButtons({ acts }: { acts: readonly BarAct[] }) {
  return acts.map(({ key, words, press, ...looks }) => (
    <Button key={key} look="plain" size="tight" {...looks} onClick={press}>
      {words}
    </Button>
  ))
}

/** All of them behind one button, where it has not. */
export function MoreMenu({ acts }: { acts: readonly BarAct[] }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="plain" size="tight" icon="more" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Trans>Más</Trans>
      </Button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={<Trans>Más</Trans>} closeLabel={t`Cerrar`}>
        <ul className={styles.menu}>
          {acts.map(({ key, words, press, ...looks }) => (
            <li key={key}>
              <Button
                look="plain"
                wide
                className={styles.act}
                {...looks}
                onClick={() => {
                  setOpen(false)
                  press()
                }}
              >
                {words}
              </Button>
            </li>
          ))}
        </ul>
      </Sheet>
    </>
  )
}
