import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import { TextField } from '#src/ui/form/text-field.tsx'
import { List } from '#src/ui/list/list.tsx'
import { ListRow, RowFigure } from '#src/ui/list/list-row.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { EmptyState } from '#src/ui/state/standstill.tsx'
import { TypedSheet } from '../typed-layer.tsx'
import { lengthMax } from './bounds.ts'
import { editedLine } from './edited-office.ts'
import { lineSentence } from './sentences.ts'
import { newPrefix, newSlug } from './new-slug.ts'
import { useDraft, useSettingsPage } from './use-settings.ts'
import { PartMark } from './part-mark.tsx'

/** The lines of the office; each has an editor of its own. */
export function LinesPart() {
  const { t, i18n } = useLingui()
  const { go } = useSettingsPage()
  const { lines } = useDraft()
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      {lines.length === 0 ? (
        <EmptyState icon="people" title={<Trans>Ninguna fila</Trans>}>
          <Trans>Agrega la primera: sin una fila nadie puede sacar número.</Trans>
        </EmptyState>
      ) : (
        <List label={t`Filas`}>
          {lines.map(line => (
            <ListRow
              key={line.slug}
              title={line.name || line.slug}
              detail={
                <>
                  {lineSentence(line, i18n)}
                  <PartMark part={`line:${line.slug}`} />
                </>
              }
              end={line.prefix !== '' && <RowFigure>{line.prefix}</RowFigure>}
              further
              onClick={() => go({ section: 'lines', line: line.slug })}
            />
          ))}
        </List>
      )}
      <Button look="soft" icon="plus" wide onClick={() => setAdding(true)}>
        <Trans>Agregar una fila</Trans>
      </Button>
      {isAdding && <AddLine onClose={() => setAdding(false)} />}
    </>
  )
}

/** Named first, for its link and its letter come from that; everything else has a usual answer. */
function AddLine({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const { settings, go } = useSettingsPage()
  const { lines, options } = useDraft()
  const [name, setName] = useState('')
  const [isTried, setTried] = useState(false)
  const add = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (name.trim() === '') return
    const slug = newSlug(
      name,
      'fila',
      lines.map(line => line.slug),
    )
    const line = v.parse(editedLine, {
      slug,
      name: name.trim(),
      prefix: newPrefix(lines.map(({ prefix }) => prefix)),
      virtual: options.web_only,
    })
    settings.edit('lines', [...lines, line])
    onClose()
    go({ section: 'lines', line: slug })
  }
  return (
    <TypedSheet
      open
      onClose={onClose}
      isTyped={name !== ''}
      title={<Trans>Agregar una fila</Trans>}
      closeLabel={t`Cerrar`}
    >
      <form onSubmit={add} noValidate>
        <TextField
          label={<Trans>Cómo se llama</Trans>}
          hint={<Trans>Por lo que viene la gente: Firmas y autorizaciones</Trans>}
          maxLength={lengthMax('lines[0].name')}
          value={name}
          error={isTried && name.trim() === '' && t`Escribe un nombre`}
          onChange={event => setName(event.target.value)}
        />
        <br />
        <Button type="submit" wide>
          <Trans>Agregar</Trans>
        </Button>
      </form>
    </TypedSheet>
  )
}
