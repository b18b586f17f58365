import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { KIOSK_CODE_LENGTH } from '#contract/limits.ts'
import { spelledNumber } from '#src/domain/spelled-number.ts'
import { Icon } from '#src/ui/icon.tsx'
import styles from './code-pad.module.css'

const KEYS = '1234567890ABCDEF'.split('')

export interface CodePadProps {
  /** What stands behind RV, as far as it is typed. */
  code: string
  onCode: (code: string) => void
}

/** Large keys for the few signs that a code is made of; a keyboard types them as well. */
export function CodePad({ code, onCode }: CodePadProps) {
  const { t } = useLingui()
  const typed = `RV${code}`
  const spelled = spelledNumber(typed)
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.ctrlKey || event.altKey || event.metaKey) return
      const key = event.key.toUpperCase()
      if (key === 'BACKSPACE') onCode(code.slice(0, -1))
      else if (KEYS.includes(key)) add(key)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })

  function add(key: string) {
    if (code.length < KIOSK_CODE_LENGTH) onCode(code + key)
  }

  return (
    <div className={styles.pad}>
      <p className={`${styles.typed} numerals`} aria-hidden="true">
        {typed.padEnd('RV'.length + KIOSK_CODE_LENGTH, '·')}
      </p>
      <p className="visually-hidden" role="status">
        {t`Escrito: ${spelled}`}
      </p>
      <div role="group" aria-label={t`Código`} className={styles.keys}>
        {KEYS.map(key => (
          <button key={key} type="button" className={styles.key} onClick={() => add(key)}>
            {key}
          </button>
        ))}
        <button
          type="button"
          className={`${styles.key} ${styles.erase}`}
          aria-disabled={code === ''}
          onClick={() => onCode(code.slice(0, -1))}
        >
          <Icon name="back" />
          {t`Borrar`}
        </button>
      </div>
    </div>
  )
}
