import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { OfficeLink } from '#contract/rest/devices.ts'
import { showAnswer } from '#src/queries/show-answer.ts'
import { ConfirmLoss } from '#src/ui/layer/confirm-loss.tsx'
import { ListRow } from '#src/ui/list/list-row.tsx'
import { List } from '#src/ui/list/list.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { Spinner } from '#src/ui/state/spinner.tsx'
import { ActionFault } from '../action-fault.tsx'
import { questionErrorText } from '../desk-error-texts.ts'
import { useDeskTools } from '../desk-tools.ts'
import { useMomentText } from '../use-moment-text.ts'
import { type AtOffice, linksKey, useLinks } from './use-links.ts'

/** The links that stand, how many devices each has let in, and the way to close them. */
export function LinkList(at: AtOffice) {
  const { t, i18n } = useLingui()
  const { api } = useDeskTools()
  const queries = useQueryClient()
  const { data, error } = useLinks(at)
  const [asked, setAsked] = useState<OfficeLink | null>(null)
  const revoking = useMutation({
    mutationFn: ({ id }: OfficeLink) => api.revokeLink(at.office.id, id),
    networkMode: 'always',
    async onSuccess(links) {
      await showAnswer(queries, linksKey(at), links)
      setAsked(null)
    },
    onError: () => void queries.invalidateQueries({ queryKey: linksKey(at) }),
  })
  return (
    <>
      <ActionFault error={revoking.error} isPending={revoking.isPending} />
      {error && (
        <Note tone="loss" role="alert">
          {i18n._(questionErrorText(error))}
        </Note>
      )}
      {data?.links.length === 0 && (
        <p>
          <Trans>Ninguna todavía. Crea un enlace y ábrelo en el televisor o en la tableta.</Trans>
        </p>
      )}
      {data && data.links.length > 0 && (
        <List label={t`Pantallas y equipos`}>
          {data.links.map(link => (
            <LinkRow
              key={link.id}
              link={link}
              timeZone={at.office.time_zone}
              onRevoke={() => setAsked(link)}
            />
          ))}
        </List>
      )}
      {!data && !error && <Spinner />}
      <ConfirmLoss
        open={asked !== null}
        title={
          asked?.use === 'machine' ? (
            <Trans>¿Revocar este token?</Trans>
          ) : (
            <Trans>¿Revocar este enlace?</Trans>
          )
        }
        loseLabel={<Trans>Revocar</Trans>}
        keepLabel={<Trans>Dejarlo</Trans>}
        busy={revoking.isPending}
        onLose={() => asked && revoking.mutate(asked)}
        onKeep={() => setAsked(null)}
      >
        {asked?.use === 'machine' ? (
          <Trans>El equipo que lo usa deja de poder pedir nada ahora mismo, y necesita un token nuevo.</Trans>
        ) : (
          <Trans>Las pantallas que entraron con él se apagan ahora mismo y piden un enlace nuevo.</Trans>
        )}
      </ConfirmLoss>
    </>
  )
}

function LinkRow({ link, timeZone, onRevoke }: { link: OfficeLink; timeZone: string; onRevoke: () => void }) {
  const momentText = useMomentText(timeZone)
  const { name, use, gives, devices, last_seen_at } = link
  const when = last_seen_at && momentText(last_seen_at)
  return (
    <ListRow
      title={name}
      icon={use === 'kiosk' || gives ? 'ticket' : 'screen'}
      detail={
        <>
          {use === 'machine' ? (
            <MachineUse gives={gives} />
          ) : (
            <>
              {use === 'wall' ? <Trans>Pantalla de la sala</Trans> : <Trans>Tótem que da números</Trans>}
              {' · '}
              <Plural value={devices} _0="ningún equipo ahora" one="# equipo ahora" other="# equipos ahora" />
            </>
          )}
          {when && (
            <>
              {' · '}
              <Trans>visto {when}</Trans>
            </>
          )}
        </>
      }
      beside={
        <Button look="danger" size="tight" onClick={onRevoke}>
          <Trans>Revocar</Trans>
          <span className="visually-hidden"> {name}</span>
        </Button>
      }
    />
  )
}

function MachineUse({ gives }: { gives: boolean }) {
  return gives ? (
    <Trans>Equipo propio que mira y da números</Trans>
  ) : (
    <Trans>Equipo propio que solo mira</Trans>
  )
}
