import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { DeskState } from '#contract/rest/desk.ts'
import { PrintOnly } from '#src/paper/print-only.tsx'
import { SelectField } from '#src/ui/form/select-field.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Poster, type PosterProps } from './poster.tsx'

/** The poster of the office, or of one of its lines. @see rule ADMIN-05 */
export function PrintPoster({ office, lines }: Pick<PosterProps, 'office'> & Pick<DeskState, 'lines'>) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState('')
  const [isPrinting, setPrinting] = useState(false)
  const line = lines.find(({ line_id }) => String(line_id) === chosen)
  useEffect(() => {
    if (!isPrinting) return
    window.print()
    setPrinting(false)
  }, [isPrinting])
  return (
    <>
      <SelectField
        label={<Trans>El código lleva a</Trans>}
        options={[
          { value: '', label: t`Toda la oficina` },
          ...lines.map(({ line_id, name }) => ({ value: String(line_id), label: name })),
        ]}
        value={chosen}
        onChange={event => setChosen(event.target.value)}
      />
      <Button look="soft" wide icon="print" onClick={() => setPrinting(true)}>
        <Trans>Imprimir el afiche</Trans>
      </Button>
      {isPrinting && (
        <PrintOnly>
          <Poster office={office} line={line} />
        </PrintOnly>
      )}
    </>
  )
}
