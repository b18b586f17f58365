import { Trans } from '@lingui/react/macro'
import { type ComponentType, useEffect, useState } from 'react'
import { fetchStylesAgain } from '#src/platform/fetch-styles-again.ts'
import { latePart } from '#src/platform/late-part.ts'
import { Button } from '#src/ui/press/button.tsx'
import { Spinner } from '#src/ui/state/spinner.tsx'
import { FailedState } from '#src/ui/state/standstill.tsx'
import styles from './desk.module.css'
import { DeskFrame } from './desk-frame.tsx'

/**
 * A part of the desk that is not in its first download. Where it cannot be fetched (the connection went, a
 * release took its files away) it says so in its place, and tries again when there is a network or somebody
 * says so: a desk must never be a white page.
 * @param places what stands in its place while it comes, and where it cannot be fetched; a whole page unless
 * told
 * @returns the part; `fetch` brings it before it is drawn
 */
export function late<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  {
    Coming = Opening,
    Failed = NotFetched,
  }: { Coming?: ComponentType; Failed?: ComponentType<FailedProps> } = {},
) {
  const fetched = latePart<void>('a part of the desk')
  let Part: ComponentType<Props> | undefined
  let tries = 0
  fetched.provide(async () => {
    if (tries++ > 0) await fetchStylesAgain(document)
    Part = (await load()).default
  })

  function Late(props: Props) {
    const [stands, setStands] = useState<'comes' | 'failed' | 'here'>(Part ? 'here' : 'comes')
    useEffect(() => {
      if (stands === 'here') return
      const again = () => setStands('comes')
      if (stands === 'failed') {
        window.addEventListener('online', again)
        return () => window.removeEventListener('online', again)
      }
      let isSeen = true
      fetched.get().then(
        () => isSeen && setStands('here'),
        () => isSeen && setStands('failed'),
      )
      return () => {
        isSeen = false
      }
    }, [stands])
    if (Part) return <Part {...props} />
    if (stands === 'failed') return <Failed onAgain={() => setStands('comes')} onLeave={leaveOf(props)} />
    return <Coming />
  }
  return Object.assign(Late, { fetch: fetched.get })
}

/** Back to where one came from, where there is such a place. */
const leaveOf = (props: { onLeave?: () => void }) => props.onLeave

/** In the place of what comes. */
export function Opening() {
  return (
    <DeskFrame busy>
      <output className={styles.middle}>
        <Spinner size="l" />
        <span className="visually-hidden">
          <Trans>Abriendo el mesón</Trans>
        </span>
      </output>
    </DeskFrame>
  )
}

interface FailedProps {
  onAgain: () => void
  onLeave: (() => void) | undefined
}

function NotFetched(props: FailedProps) {
  return (
    <DeskFrame>
      <h1 className="visually-hidden">
        <Trans>Mesón de atención</Trans>
      </h1>
      <div className={styles.middle}>
        <PartNotFetched {...props} />
      </div>
    </DeskFrame>
  )
}

/** The same within a page that stands. */
export const PartNotFetched = ({ onAgain, onLeave }: FailedProps) => (
  <FailedState
    title={<Trans>Esta pantalla no se pudo abrir</Trans>}
    action={
      <>
        <Button icon="refresh" onClick={onAgain}>
          <Trans>Intentar de nuevo</Trans>
        </Button>
        {onLeave ? (
          <Button look="plain" onClick={onLeave}>
            <Trans>Volver</Trans>
          </Button>
        ) : (
          <Button look="plain" onClick={() => location.reload()}>
            <Trans>Recargar</Trans>
          </Button>
        )}
      </>
    }
  >
    <Trans>Revisa la conexión: en cuanto vuelva lo intentamos otra vez.</Trans>
  </FailedState>
)
