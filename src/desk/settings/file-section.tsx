import { useMutation } from '@tanstack/react-query'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import * as v from 'valibot'
import { SETTINGS_BYTES_MAX } from '#contract/desk-limits.ts'
import { Button } from '#src/ui/press/button.tsx'
import { ButtonRow } from '#src/ui/press/button-row.tsx'
import { Section } from '#src/ui/shell/screen-body.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { questionErrorText } from '../desk-error-texts.ts'
import { DifferenceList } from './difference-list.tsx'
import { type EditedOffice, editedOffice } from './edited-office.ts'
import { faultText } from './fault-text.ts'
import { partText, placeText } from './field-text.ts'
import { officeInFile, saveOfficeFile } from './office-file.ts'
import { changedParts } from './parts.ts'
import type { CheckerFault } from './place-faults.ts'
import styles from './settings.module.css'
import { hasUnsaved } from './settings-store.ts'
import { useDraft, useSettings, useSettingsPage } from './use-settings.ts'

/** What became of a file that somebody chose. */
type Chosen =
  | { is: 'unreadable' | 'too-large' }
  | { is: 'of-others'; others: string[] }
  | { is: 'faulty'; faults: readonly CheckerFault[]; entry: Record<string, unknown> }
  | { is: 'whole'; office: EditedOffice }

/** The office’s entry as a file: taken away, and brought back once it has been looked at. */
export function FileSection({ slug }: { slug: string }) {
  const { i18n } = useLingui()
  const { api } = useSettingsPage()
  const input = useRef<HTMLInputElement>(null)
  const settings = useSettings(({ begun }) => begun?.settings)
  const reading = useMutation<Chosen, Error, File>({
    networkMode: 'always',
    async mutationFn(file) {
      if (file.size > SETTINGS_BYTES_MAX) return { is: 'too-large' }
      const found = officeInFile(await file.text(), slug)
      if ('unreadable' in found) return { is: 'unreadable' }
      if ('others' in found) return { is: 'of-others', others: found.others }
      const { faults } = await api.check(found.entry)
      if (faults.length > 0) return { is: 'faulty', faults, entry: found.entry }
      return { is: 'whole', office: v.parse(editedOffice, found.entry) }
    },
  })
  return (
    <Section title={<Trans>Como archivo</Trans>}>
      <p className={styles.soft}>
        <Trans>
          Guarda los ajustes como respaldo, o trae los de un archivo: se muestra qué cambia antes de
          aplicarlo.
        </Trans>
      </p>
      <ButtonRow>
        <Button look="quiet" icon="download" onClick={() => settings && saveOfficeFile(settings, slug)}>
          <Trans>Guardar como archivo</Trans>
        </Button>
        <Button look="quiet" busy={reading.isPending} onClick={() => input.current?.click()}>
          <Trans>Traer de un archivo</Trans>
        </Button>
      </ButtonRow>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) reading.mutate(file)
          // The same file, mended, may be chosen again.
          target.value = ''
        }}
      />
      <div aria-live="polite">
        {reading.error && <Note tone="loss">{i18n._(questionErrorText(reading.error))}</Note>}
        {reading.data && <Outcome chosen={reading.data} onDone={reading.reset} />}
      </div>
    </Section>
  )
}

function Outcome({ chosen, onDone }: { chosen: Chosen; onDone: () => void }) {
  const { i18n } = useLingui()
  switch (chosen.is) {
    case 'unreadable':
      return (
        <Note tone="loss" title={<Trans>Ese archivo no se puede leer</Trans>}>
          <Trans>Elige uno de ajustes, como el que se guarda aquí.</Trans>
        </Note>
      )
    case 'too-large':
      return (
        <Note tone="loss" title={<Trans>Ese archivo es demasiado grande</Trans>}>
          <Trans>Elige uno de ajustes, como el que se guarda aquí.</Trans>
        </Note>
      )
    case 'of-others':
      return (
        <Note tone="loss" title={<Trans>Ese archivo es de otra oficina</Trans>}>
          {chosen.others.slice(0, 3).join(', ')}
        </Note>
      )
    case 'faulty': {
      const parsed = v.safeParse(editedOffice, chosen.entry)
      return (
        <Note
          tone="loss"
          title={
            <Plural
              value={chosen.faults.length}
              one="No se trajo: el archivo tiene algo por corregir"
              other="No se trajo: el archivo tiene # cosas por corregir"
            />
          }
        >
          <ul className={styles.differences}>
            {chosen.faults.map(fault => (
              <li key={`${fault.path} ${fault.kind}`}>
                <code>{fault.path}</code>
                <br />
                {parsed.success && placeText(fault.path, parsed.output, i18n) !== fault.path && (
                  <strong>{placeText(fault.path, parsed.output, i18n)}: </strong>
                )}
                {faultText(fault, i18n)}
              </li>
            ))}
          </ul>
        </Note>
      )
    }
    case 'whole':
      return <Whole office={chosen.office} onDone={onDone} />
  }
}

/** What the file would change, part by part. */
function Whole({ office, onDone }: { office: EditedOffice; onDone: () => void }) {
  const { i18n } = useLingui()
  const { settings } = useSettingsPage()
  const begun = useSettings(state => state.begun)
  const draft = useDraft()
  const isDirty = useSettings(hasUnsaved)
  const before = begun?.office ?? draft
  const parts = changedParts(before, office)
  if (parts.length === 0) {
    return (
      <Note tone="ok">
        <Trans>El archivo dice lo mismo que los ajustes de ahora.</Trans>
      </Note>
    )
  }
  return (
    <div className={styles.card}>
      <h3>
        <Plural value={parts.length} one="El archivo cambia una parte" other="El archivo cambia # partes" />
      </h3>
      {parts.map(part => (
        <div key={part}>
          <h4>
            {partText(
              part,
              part.startsWith('line:') && !office.lines.some(({ slug }) => `line:${slug}` === part)
                ? before
                : office,
              i18n,
            )}
          </h4>
          <DifferenceList before={before} after={office} part={part} />
        </div>
      ))}
      {isDirty && (
        <Note tone="almost">
          <Trans>Lo que tienes sin guardar se pierde.</Trans>
        </Note>
      )}
      <ButtonRow>
        <Button look="plain" onClick={onDone}>
          <Trans>No traerlo</Trans>
        </Button>
        <Button
          onClick={() => {
            settings.replace(office)
            onDone()
            void settings.save()
          }}
        >
          <Trans>Aplicarlo</Trans>
        </Button>
      </ButtonRow>
    </div>
  )
}
