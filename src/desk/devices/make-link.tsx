import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { LINK_NAME_MAX } from '#contract/limits.ts'
import type { Language } from '#contract/primitives.ts'
import { type DeviceUse, linkPath, type LinkWish, type MadeLink } from '#contract/rest/devices.ts'
import { LANGUAGES } from '#src/domain/languages.ts'
import { Checkbox } from '#src/ui/form/checkbox.tsx'
import { RadioGroup } from '#src/ui/form/radio-group.tsx'
import { TextField } from '#src/ui/form/text-field.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { actionErrorText } from '../desk-error-texts.ts'
import { useDeskTools } from '../desk-tools.ts'
import styles from './office-devices.module.css'
import { type AtOffice, linksKey } from './use-links.ts'

/** What the link is for, and the languages that are spoken there; then its address, told once. */
export function MakeLink(at: AtOffice) {
  const { t, i18n } = useLingui()
  const { api } = useDeskTools()
  const queries = useQueryClient()
  const [use, setUse] = useState<DeviceUse>('wall')
  const [name, setName] = useState('')
  const [languages, setLanguages] = useState<readonly Language[]>(['es'])
  const making = useMutation<MadeLink, Error, LinkWish>({
    mutationFn: wish => api.makeLink(at.office.id, wish),
    networkMode: 'always',
    onSettled: () => void queries.invalidateQueries({ queryKey: linksKey(at) }),
  })
  if (making.data) {
    const path = linkPath(making.variables.use, at.office.slug, making.data.secret)
    return <Made address={`${location.origin}${path}`} onDone={making.reset} />
  }
  const usual = use === 'wall' ? t`Sala de espera` : t`Entrada`
  return (
    <form
      className={styles.part}
      onSubmit={event => {
        event.preventDefault()
        making.mutate({ use, name: name.trim() || usual, languages: [...languages] })
      }}
    >
      <RadioGroup
        look="segments"
        legend={<Trans>Para qué</Trans>}
        options={[
          { value: 'wall', label: <Trans>Pantalla</Trans> },
          { value: 'kiosk', label: <Trans>Tótem</Trans> },
        ]}
        value={use}
        onChange={setUse}
      />
      <TextField
        label={<Trans>Dónde está</Trans>}
        placeholder={usual}
        maxLength={LINK_NAME_MAX}
        value={name}
        onChange={event => setName(event.target.value)}
      />
      <fieldset>
        <legend>
          <Trans>En qué idiomas habla</Trans>
        </legend>
        {LANGUAGES.map(language => (
          <Checkbox
            key={language}
            label={{ es: 'Español', en: 'English', pt: 'Português' }[language]}
            checked={languages.includes(language)}
            onChange={isWanted =>
              setLanguages(before =>
                LANGUAGES.filter(one => (one === language ? isWanted : before.includes(one))),
              )
            }
          />
        ))}
      </fieldset>
      {making.error && (
        <Note tone="loss" role="alert">
          {i18n._(actionErrorText(making.error))}
        </Note>
      )}
      <Button
        type="submit"
        look="soft"
        wide
        icon="plus"
        busy={making.isPending}
        disabled={languages.length === 0}
      >
        <Trans>Crear el enlace</Trans>
      </Button>
    </form>
  )
}

function Made({ address, onDone }: { address: string; onDone: () => void }) {
  return (
    <>
      <Note tone="ok" role="status" title={<Trans>Ábrelo en el televisor o en la tableta</Trans>}>
        <p className={styles.address}>{address}</p>
        <p>
          <Trans>Se muestra solo esta vez. Quien lo tenga puede entrar: si se filtra, revócalo.</Trans>
        </p>
      </Note>
      <Button look="soft" wide icon="copy" onClick={() => void navigator.clipboard.writeText(address)}>
        <Trans>Copiar</Trans>
      </Button>
      <Button look="plain" wide onClick={onDone}>
        <Trans>Listo</Trans>
      </Button>
    </>
  )
}
