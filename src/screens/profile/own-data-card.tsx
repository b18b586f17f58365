import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { myDataFileName } from '#contract/rest/my-data.ts'
import { saveFile } from '#src/platform/save-file.ts'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import { lastStood } from '#src/stores/last-stood.ts'
import { isUnknown, useSession } from '#src/stores/session-store.ts'
import { errorText } from '#src/texts/error-texts.ts'
import { List } from '#src/ui/list/list.tsx'
import { ListRow } from '#src/ui/list/list-row.tsx'
import { Section } from '#src/ui/shell/screen-body.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { Place } from '#src/ui/state/place.tsx'

/**
 * What is kept of whoever is here: to take home as a file, or to erase (KEEP-03). Guests see nothing of it.
 */
export function OwnDataCard() {
  const isHere = useSession(({ user }) => user !== null)
  const unknown = useSession(isUnknown)
  if (isHere) return <OwnData />
  return unknown && lastStood.somebody() ? (
    <Place>
      <OwnData />
    </Place>
  ) : null
}

function OwnData() {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const { run, busy, failure } = useErrand('readOwnData')
  async function download() {
    const read = await run()
    if (read.status !== 'done') return
    const text = JSON.stringify(read.data, null, 2)
    saveFile(new Blob([text], { type: 'application/json' }), myDataFileName(read.data.made_at))
  }
  return (
    <Section title={t`Tus datos`}>
      {failure && (
        <Note tone="loss" role="alert">
          {i18n._(errorText(failure.code))}
        </Note>
      )}
      <List label={t`Tus datos`}>
        <ListRow
          icon="download"
          title={busy ? <Trans>Reuniendo tus datos…</Trans> : <Trans>Descarga tus datos</Trans>}
          detail={<Trans>Todo lo que guardamos de ti, en un archivo</Trans>}
          onClick={() => void download()}
        />
        <ListRow
          icon="close"
          title={<Trans>Borra tus datos</Trans>}
          detail={<Trans>Aquí y en el servidor, para siempre</Trans>}
          href="/profile/erase"
          further
        />
      </List>
    </Section>
  )
}
