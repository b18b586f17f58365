import { useLingui } from '@lingui/react/macro'
import type { FormEvent } from 'react'
import { SearchField } from '#src/ui/form/search-field.tsx'
import styles from './home-screen.module.css'

export interface HomeSearchProps {
  text: string
  onChange: (text: string) => void
  onSubmit?: (event: FormEvent) => void
}

export function HomeSearch({ text, onChange, onSubmit }: HomeSearchProps) {
  const { t } = useLingui()
  return (
    <search className={styles.search}>
      {/* The browser itself can send it, while the application is still on its way. */}
      <form action="/search" onSubmit={onSubmit}>
        <SearchField
          name="q"
          label={t`Busca una oficina`}
          clearLabel={t`Borrar`}
          placeholder={t`Banco, notaría, correo…`}
          value={text}
          onChange={onChange}
        />
      </form>
    </search>
  )
}
