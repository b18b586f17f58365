import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { saveFile } from '#src/platform/save-file.ts'
import { Button } from '#src/ui/press/button.tsx'
import type { FiguresWish } from '../desk-api.ts'
import { questionErrorText } from '../desk-error-texts.ts'
import { useDeskTools } from '../desk-tools.ts'
import styles from './save-table.module.css'

export interface SaveTableProps {
  officeId: number
  wish: FiguresWish
  /** What was done, in place of the figures. */
  table?: 'figures-services'
}

/** The same figures as a file for spreadsheets, in the device's own folder for what was fetched. */
export function SaveTable({ officeId, wish, table }: SaveTableProps) {
  const { i18n } = useLingui()
  const { api } = useDeskTools()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.figuresTable(officeId, wish, table),
    networkMode: 'always',
    onSuccess: ({ name, content }) => saveFile(content, name),
  })
  return (
    <div className={styles.save}>
      <Button look="quiet" size="tight" icon="download" busy={isPending} onClick={() => mutate()}>
        <span className="visually-hidden">
          {table ? <Trans>Guardar lo que se hizo como tabla</Trans> : <Trans>Guardar como tabla</Trans>}{' '}
        </span>
        CSV
      </Button>
      {error && (
        <p role="alert" className={styles.error}>
          <Trans>No se guardó. {i18n._(questionErrorText(error))}</Trans>
        </p>
      )}
    </div>
  )
}
