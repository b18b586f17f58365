import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { CATEGORIES, categoryColour } from '#contract/categories.ts'
import type { DeskSession } from '#contract/rest/desk.ts'
import type { OfficeApplied } from '#contract/rest/staff.ts'
import { TicketBody, TicketCard, TicketPerforation } from '#src/ui/card/ticket-card.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { Steps } from '#src/ui/state/steps.tsx'
import { ClerkAccount } from '../clerk-account.tsx'
import { ActionFault } from '../action-fault.tsx'
import { DeskFrame } from '../desk-frame.tsx'
import { useDeskTools } from '../desk-tools.ts'
import column from '../offices/choose-office-screen.module.css'
import { isPressDone } from '../presses.ts'
import { resumeSession } from '../resume-session.ts'
import fields from '../sign-in/sign-in-form.module.css'
import { useHeadingFocus } from '../use-heading-focus.ts'
import { AddressQuestion } from './address-question.tsx'
import { HoursQuestion } from './hours-question.tsx'
import { LinesQuestion } from './lines-question.tsx'
import { NameQuestion } from './name-question.tsx'
import { PlaceQuestion } from './place-question.tsx'
import { type Founding, readyOffice, slugOf } from './ready-office.ts'
import { forgetSoFar, keepSoFar, readSoFar } from './said-so-far.ts'

type Field = keyof Founding

/** Which step asks for which part of the office's entry. */
const STEP_OF: readonly (readonly [RegExp, number])[] = [
  [/^(slug|name|category)/, 0],
  [/^(address|district|region)/, 1],
  [/^(latitude|longitude)/, 2],
  [/^(hours|time_zone)/, 3],
]
const LAST = 4
const stepOf = (path: string) => STEP_OF.find(([form]) => form.test(path))?.[1] ?? LAST

/** Whoever opens the first office chooses what it is; later ones are of an organization that they lead. */
function kindsFor({ founds, offices }: DeskSession) {
  if (founds) return CATEGORIES
  const led = new Set(offices.filter(({ role }) => role === 'administrator').map(one => one.category_id))
  const organizations = new Set(
    CATEGORIES.filter(({ slug }) => led.has(slug)).map(({ organization_id }) => organization_id),
  )
  return CATEGORIES.filter(({ organization_id }) => organizations.has(organization_id))
}

/** The first office, or a further one, in five short questions; the file's own checker has the last word. */
export default function FoundScreen({
  clerk,
  onOpened,
  onLeave,
}: {
  clerk: DeskSession
  onOpened: (officeId: number) => void
  /** Back to the offices, where there are some. */
  onLeave?: (() => void) | undefined
}) {
  const { t } = useLingui()
  const { api, session, settings } = useDeskTools()
  const heading = useHeadingFocus()
  const [before] = useState(() => readSoFar(settings, clerk.clerk_id))
  const [step, setStep] = useState(before?.step ?? 0)
  const kinds = kindsFor(clerk)
  const [isTried, setTried] = useState(false)
  const [said, setSaid] = useState<Founding>(
    () =>
      before?.said ?? {
        name: '',
        // Most organizations have one kind of office.
        category: kinds.length === 1 ? (kinds[0]?.slug ?? '') : '',
        address: '',
        district: '',
        region: '',
        place: null,
        time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        from: '09:00',
        to: '17:00',
        saturday: false,
        lines: [t`Atención general`, t`Trámites`],
      },
  )
  useEffect(() => keepSoFar(settings, clerk.clerk_id, { step, said }), [settings, clerk, step, said])
  const open = useMutation<OfficeApplied, Error, void>({
    mutationFn: () => api.openOffice(readyOffice(said)),
    networkMode: 'always',
    async onSuccess({ office_id, faults }) {
      const [first] = faults
      if (first) setStep(stepOf(first.path))
      if (office_id === null) return
      forgetSoFar(settings, clerk.clerk_id)
      onOpened(office_id)
      await resumeSession(api, session)
    },
    // Made, though nobody heard its number: it is the one that was not there before.
    async onError(error) {
      if (!isPressDone(error)) return
      await resumeSession(api, session)
      const now = session.store.getState()
      const known = new Set(clerk.offices.map(({ id }) => id))
      const made = now.phase === 'in' ? now.clerk.offices.find(({ id }) => !known.has(id)) : undefined
      forgetSoFar(settings, clerk.clerk_id)
      if (made) onOpened(made.id)
    },
  })
  // Each question is a screen of its own: whoever hears the page begins at its heading.
  useEffect(() => heading.current?.focus(), [step, heading])
  const say = (change: Partial<Founding>) => setSaid(before => ({ ...before, ...change }))
  const need = (isThere: boolean, message: string) => (isThere ? undefined : message)
  const faults: readonly Partial<Record<Field, string | undefined>>[] = [
    {
      name: need(slugOf(said.name) !== '', t`Escribe el nombre de la oficina`),
      category: need(said.category !== '', t`Elige qué tipo de oficina es`),
    },
    {
      address: need(said.address.trim() !== '', t`Escribe la dirección`),
      district: need(said.district.trim() !== '', t`Escribe la comuna`),
      region: need(said.region.trim() !== '', t`Escribe la región`),
    },
    {
      place: need(said.place !== null, t`Así: -33.438, -70.6505`),
    },
    { to: need(said.from < said.to, t`Cierra después de abrir`) },
    {
      lines: need(
        said.lines.some(name => slugOf(name) !== ''),
        t`Nombra al menos una fila`,
      ),
    },
  ]
  const faultOf = (field: Field) => (isTried ? faults[step]?.[field] : undefined)
  const send = (event: FormEvent) => {
    event.preventDefault()
    const isWhole = Object.values(faults[step] ?? {}).every(fault => fault === undefined)
    setTried(!isWhole)
    if (!isWhole) return
    if (step < LAST) setStep(step + 1)
    else if (!open.isPending) open.mutate()
  }
  const asked = { said, faultOf, onChange: say }
  const questions: readonly { title: ReactNode; body: ReactNode }[] = [
    {
      title: <Trans>¿Cómo se llama tu oficina?</Trans>,
      body: <NameQuestion {...asked} kinds={kinds} />,
    },
    { title: <Trans>¿Dónde está?</Trans>, body: <AddressQuestion {...asked} /> },
    {
      title: <Trans>¿Por dónde llega la gente?</Trans>,
      body: <PlaceQuestion place={said.place} error={faultOf('place')} onChange={place => say({ place })} />,
    },
    { title: <Trans>¿Cuándo atiende?</Trans>, body: <HoursQuestion {...asked} /> },
    { title: <Trans>¿Qué filas tiene?</Trans>, body: <LinesQuestion {...asked} /> },
  ]
  const question = questions[step]
  const brand = said.category === '' ? undefined : categoryColour(said.category)
  return (
    <DeskFrame account={<ClerkAccount clerk={clerk} />}>
      <div className={column.column}>
        <ScreenHeader
          headingRef={heading}
          between={<Steps current={step + 1} total={5} label={t`Paso ${step + 1} de 5`} />}
          title={question?.title}
        />
        <ScreenBody width="column">
          <form onSubmit={send} noValidate>
            <TicketCard
              office={said.name.trim() === '' ? <Trans>Tu oficina</Trans> : said.name}
              line={said.address.trim() === '' ? undefined : `${said.address} · ${said.district}`}
              {...(brand !== undefined && { brand })}
            >
              <TicketBody>
                <div className={fields.fields}>
                  <ActionFault error={open.error} isPending={open.isPending} />
                  {open.data?.faults.map(({ path, message }) => (
                    <Note key={`${path} ${message}`} tone="loss" role="alert" title={path !== 'slug' && path}>
                      {path === 'slug' ? (
                        <Trans>Ya hay una oficina con ese nombre. Agrégale la comuna, o ponle otro.</Trans>
                      ) : (
                        message
                      )}
                    </Note>
                  ))}
                  {question?.body}
                </div>
              </TicketBody>
              <TicketPerforation />
              <TicketBody>
                <Button type="submit" size="tall" wide busy={open.isPending}>
                  {step < LAST ? <Trans>Seguir</Trans> : <Trans>Abrir la oficina</Trans>}
                </Button>
                {(step > 0 || onLeave) && (
                  <Button look="plain" wide onClick={step > 0 ? () => setStep(step - 1) : onLeave}>
                    <Trans>Volver</Trans>
                  </Button>
                )}
              </TicketBody>
            </TicketCard>
          </form>
        </ScreenBody>
      </div>
    </DeskFrame>
  )
}
