import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { LINK_NAME_MAX } from '#contract/limits.ts'
import type { Language } from '#contract/primitives.ts'
import { linkPath, type LinkUse, type LinkWish, type MadeLink } from '#contract/rest/devices.ts'
import { LANGUAGES } from '#src/domain/languages.ts'
import { Checkbox } from '#src/ui/form/checkbox.tsx'
import { RadioGroup } from '#src/ui/form/radio-group.tsx'
import { TextField } from '#src/ui/form/text-field.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { ActionFault } from '../action-fault.tsx'
import { useDeskTools } from '../desk-tools.ts'
import { useTyped } from '../typed-layer.tsx'
import styles from './office-devices.module.css'
import { ToldOnce } from './told-once.tsx'
import { type AtOffice, linksKey } from './use-links.ts'

/**
 * What the link is for, and the languages that are spoken there, or what a machine may do; then its address
 * or its token, told once.
 */
export function MakeLink(at: AtOffice) {
  const { t } = useLingui()
  const { api } = useDeskTools()
  const queries = useQueryClient()
  const [use, setUse] = useState<LinkUse>('wall')
  const [name, setName] = useState('')
  const [languages, setLanguages] = useState<readonly Language[]>(['es'])
  const [gives, setGives] = useState<'look' | 'give'>('look')
  const making = useMutation<MadeLink, Error, LinkWish>({
    mutationFn: wish => api.makeLink(at.office.id, wish),
    networkMode: 'always',
    onSettled: () => void queries.invalidateQueries({ queryKey: linksKey(at) }),
  })
  useTyped(name !== '' && !making.data, () => setName(''))
  if (making.data) {
    const { secret } = making.data
    const madeFor = making.variables.use
    if (madeFor === 'machine') return <MadeToken token={secret} onDone={making.reset} />
    const path = linkPath(madeFor, at.office.slug, secret)
    return <MadeLinkAddress address={`${location.origin}${path}`} onDone={making.reset} />
  }
  const usual = { wall: t`Sala de espera`, kiosk: t`Entrada`, machine: t`Equipo propio` }[use]
  return (
    <form
      className={styles.part}
      onSubmit={event => {
        event.preventDefault()
        const named = name.trim() || usual
        making.mutate(
          use === 'machine'
            ? { use, name: named, gives: gives === 'give' }
            : { use, name: named, languages: [...languages] },
        )
      }}
    >
      <RadioGroup
        look="segments"
        legend={<Trans>Para qué</Trans>}
        options={[
          { value: 'wall', label: <Trans>Pantalla</Trans> },
          { value: 'kiosk', label: <Trans>Tótem</Trans> },
          { value: 'machine', label: <Trans>Equipo propio</Trans> },
        ]}
        value={use}
        onChange={setUse}
      />
      <TextField
        label={use === 'machine' ? <Trans>Cómo se llama</Trans> : <Trans>Dónde está</Trans>}
        placeholder={usual}
        maxLength={LINK_NAME_MAX}
        value={name}
        onChange={event => setName(event.target.value)}
      />
      {use === 'machine' ? (
        <RadioGroup
          legend={<Trans>Qué puede hacer</Trans>}
          options={[
            { value: 'look', label: <Trans>Solo mirar las filas y los llamados</Trans> },
            { value: 'give', label: <Trans>Mirar, y dar números en papel</Trans> },
          ]}
          value={gives}
          onChange={setGives}
        />
      ) : (
        <fieldset>
          <legend className={styles.legend}>
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
      )}
      <ActionFault error={making.error} isPending={making.isPending} />
      <Button
        type="submit"
        look="soft"
        wide
        icon="plus"
        busy={making.isPending}
        disabled={use !== 'machine' && languages.length === 0}
      >
        {use === 'machine' ? <Trans>Crear el token</Trans> : <Trans>Crear el enlace</Trans>}
      </Button>
    </form>
  )
}

function MadeLinkAddress({ address, onDone }: { address: string; onDone: () => void }) {
  return (
    <ToldOnce title={<Trans>Ábrelo en el televisor o en la tableta</Trans>} secret={address} onDone={onDone}>
      <Trans>Se muestra solo esta vez. Quien lo tenga puede entrar: si se filtra, revócalo.</Trans>
    </ToldOnce>
  )
}

function MadeToken({ token, onDone }: { token: string; onDone: () => void }) {
  return (
    <ToldOnce title={<Trans>Ponlo en la configuración de tu equipo</Trans>} secret={token} onDone={onDone}>
      <Trans>
        Se muestra solo esta vez, y viaja como «Authorization: Bearer». Lo que se puede pedir con él está en{' '}
        <a href="/api/docs#/machines" target="_blank" rel="noreferrer">
          la página de la API
        </a>
        . Si se filtra, revócalo.
      </Trans>
    </ToldOnce>
  )
}
