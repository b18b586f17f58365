import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { DeskSession } from '#contract/rest/desk.ts'
import type { Staff } from '#contract/rest/staff.ts'
import { List } from '#src/ui/list/list.tsx'
import { ListRow } from '#src/ui/list/list-row.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { ScreenBody, Section } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { useLanguage } from '#src/texts/use-language.ts'
import column from '../modulo/choose-modulo-screen.module.css'
import { ClerkAccount } from '../clerk-account.tsx'
import { FailedQuestion } from '../failed-question.tsx'
import { DeskFrame } from '../desk-frame.tsx'
import { OfficeNews } from '../office-news.tsx'
import { roleTexts } from '../role-text.ts'
import { useHeadingFocus } from '../use-heading-focus.ts'
import type { OfficeHere } from '../use-office-here.ts'
import { useSeenAt } from '../use-seen-at.ts'
import { InvitationSheet } from './invitation-sheet.tsx'
import { InviteSheet } from './invite-sheet.tsx'
import { PersonSheet } from './person-sheet.tsx'
import { useStaff } from './use-staff.ts'

interface PeopleScreenProps {
  clerk: DeskSession
  office: OfficeHere
  onLeave: () => void
}

type Person = Staff['people'][number]
type Link = Staff['invitations'][number]

/** Who works at the office: invited, changed and retired here. */
export default function PeopleScreen({ clerk, office, onLeave }: PeopleScreenProps) {
  const { t, i18n } = useLingui()
  const language = useLanguage()
  const heading = useHeadingFocus()
  const { data, error, dataUpdatedAt, refetch } = useStaff(clerk.clerk_id, office.id)
  const seenAt = useSeenAt(dataUpdatedAt)
  const [isInviting, setInviting] = useState(false)
  const [person, setPerson] = useState<Person | null>(null)
  const [link, setLink] = useState<Link | null>(null)
  const day = (at: string) =>
    new Date(at).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' })
  const about = (one: Person) =>
    [
      i18n._(roleTexts[one.role]),
      one.modulo ??
        (one.signed_in_at === null ? t`Todavía no ha entrado` : t`Entró el ${day(one.signed_in_at)}`),
    ].join(' · ')
  return (
    <DeskFrame place={office.name} account={<ClerkAccount clerk={clerk} />} busy={!data && !error}>
      <div className={column.column}>
        <ScreenHeader
          headingRef={heading}
          back={{ label: t`Volver al mesón`, onClick: onLeave }}
          kicker={office.name}
          title={<Trans>Personas</Trans>}
        />
        <ScreenBody>
          <Button icon="plus" size="tall" wide onClick={() => setInviting(true)}>
            <Trans>Invitar a alguien</Trans>
          </Button>
          {data ? (
            <>
              <Section title={<Trans>Trabajan aquí</Trans>}>
                <List label={t`Trabajan aquí`}>
                  {data.people.map(one => (
                    <ListRow
                      key={one.clerk_id}
                      icon="user"
                      title={one.clerk_id === clerk.clerk_id ? t`${one.name} (tú)` : one.name}
                      detail={about(one)}
                      {...(one.is_yours && { further: true, onClick: () => setPerson(one) })}
                    />
                  ))}
                </List>
              </Section>
              {data.invitations.length > 0 && (
                <Section title={<Trans>Enlaces que todavía sirven</Trans>}>
                  <List label={t`Enlaces que todavía sirven`}>
                    {data.invitations.map(one => (
                      <ListRow
                        key={one.id}
                        icon={one.kind === 'password' ? 'key' : 'mail'}
                        title={
                          one.kind === 'password'
                            ? t`Contraseña nueva para ${one.name ?? ''}`
                            : i18n._(roleTexts[one.role])
                        }
                        detail={t`Hasta el ${day(one.expires_at)} · de ${one.invited_by ?? ''}`}
                        further
                        onClick={() => setLink(one)}
                      />
                    ))}
                  </List>
                </Section>
              )}
              <div aria-live="polite">{error && <OfficeNews error={error} seenAt={seenAt} />}</div>
            </>
          ) : error ? (
            <FailedQuestion
              title={<Trans>No pudimos ver quién trabaja aquí</Trans>}
              error={error}
              onAgain={() => void refetch()}
            />
          ) : (
            <List label={t`Trabajan aquí`}>
              {[1, 2, 3].map(one => (
                <ListRow
                  key={one}
                  icon="user"
                  title={<Skeleton width="14ch" />}
                  detail={<Skeleton width="22ch" />}
                />
              ))}
            </List>
          )}
        </ScreenBody>
      </div>
      <InviteSheet clerk={clerk} office={office} open={isInviting} onClose={() => setInviting(false)} />
      {person && (
        <PersonSheet clerk={clerk} office={office} person={person} onClose={() => setPerson(null)} />
      )}
      {link && <InvitationSheet clerk={clerk} office={office} link={link} onClose={() => setLink(null)} />}
    </DeskFrame>
  )
}
