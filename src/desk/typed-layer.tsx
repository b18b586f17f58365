import { Trans } from '@lingui/react/macro'
import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { ConfirmLoss } from '#src/ui/layer/confirm-loss.tsx'
import { Sheet, type SheetProps } from '#src/ui/layer/sheet.tsx'
import { guardLeaving } from './leave-guard.ts'
import { useStayWhileTyped } from './use-stay-while-typed.ts'

type Drop = () => void

interface Around {
  /** What drops it will be asked for. @returns ends it */
  hold(drop: Drop): () => void
  /** Asks whether to drop this alone. */
  ask(lose: () => void): void
}

/** Where what is typed inside is told; null outside of any layer. */
const Layer = createContext<Around | null>(null)

interface Question {
  /** Where somebody was going. */
  go?: () => void
  /** What is dropped alone, while the layer stays. */
  alone?: () => void
}

const FIELDS = 'input, textarea, select'

export interface TypedLayerProps {
  open: boolean
  /** Something stands in it that was typed, and is kept nowhere else. */
  isTyped?: boolean
  /** What else is to be known before it goes. */
  loss?: ReactNode
  /** Takes away what was typed, where it would outlive the closing. */
  onDrop?: Drop
  onClose: () => void
}

/**
 * The one rule for whatever opens over the desk and can be typed in: closed with something typed it asks
 * first, and so does every way out of the page. What was sent closes by its owner's `onClose`, unasked.
 * @see docs/decisions/typed-is-asked-for.md
 */
export function useTypedLayer({ open, isTyped = false, loss, onDrop, onClose }: TypedLayerProps) {
  const [inside, setInside] = useState<ReadonlySet<Drop>>(new Set())
  const [asked, setAsked] = useState<Question | null>(null)
  const mark = useRef<HTMLSpanElement>(null)
  const field = useLastField(mark, open)
  const isHeld = open && (isTyped || inside.size > 0)
  useStayWhileTyped(isHeld)
  useEffect(() => (isHeld ? guardLeaving(go => setAsked({ go }), { andSteps: true }) : undefined), [isHeld])
  const around = useMemo<Around>(
    () => ({
      hold(drop) {
        setInside(before => new Set([...before, drop]))
        return () => setInside(before => new Set([...before].filter(other => other !== drop)))
      },
      ask: alone => setAsked({ alone }),
    }),
    [],
  )
  const isAsked = isHeld && asked !== null
  // It went while it was asked about, for what was sent is answered now: nothing is asked any more.
  if (asked && !isHeld) setAsked(null)
  useEffect(() => {
    if (!isAsked) return
    // Behind the question, which gives the focus back to the button that asked.
    return () => {
      if (dialogOf(mark)?.open) goOnIn(field)
    }
  }, [isAsked, field])

  const close = () => {
    if (!isHeld) return onClose()
    const dialog = dialogOf(mark)
    // Chromium closes on a second Escape, whatever was answered to the first.
    if (dialog && !dialog.open) dialog.showModal()
    setAsked({})
  }
  const lose = () => {
    setAsked(null)
    if (asked?.alone) return asked.alone()
    onDrop?.()
    for (const drop of inside) drop()
    onClose()
    asked?.go?.()
  }
  return {
    /** For whatever closes it unsent. */
    close,
    /** Stands inside of it. */
    mark: <span ref={mark} hidden />,
    /** All of it, with the question beside it. */
    withQuestion: (layer: ReactNode) => (
      <>
        <Layer value={around}>{layer}</Layer>
        {isAsked && <DropQuestion loss={loss} onKeep={() => setAsked(null)} onLose={lose} />}
      </>
    ),
  }
}

/** A sheet in which something can be typed. */
export function TypedSheet({ isTyped, loss, onDrop, ...sheet }: SheetProps & TypedLayerProps) {
  const { open, onClose, children } = sheet
  const { close, mark, withQuestion } = useTypedLayer({ open, isTyped, loss, onDrop, onClose })
  return withQuestion(
    <Sheet {...sheet} onClose={close}>
      {mark}
      {children}
    </Sheet>,
  )
}

/**
 * Tells the layer around it that something stands here that was typed, and is kept nowhere else.
 * @param onDrop takes it away
 * @returns goes, or asks whether to drop this first: for what leads out of this part alone
 */
export function useTyped(isTyped: boolean, onDrop: Drop): (go: () => void) => void {
  const around = useContext(Layer)
  const drop = useRef(onDrop)
  useEffect(() => {
    drop.current = onDrop
  })
  useEffect(() => (isTyped ? around?.hold(() => drop.current()) : undefined), [isTyped, around])
  return go => (isTyped && around ? around.ask(go) : go())
}

interface DropQuestionProps extends Pick<TypedLayerProps, 'loss'> {
  onKeep: () => void
  onLose: () => void
}

function DropQuestion({ loss, onKeep, onLose }: DropQuestionProps) {
  return (
    <ConfirmLoss
      open
      title={<Trans>¿Descartar lo que escribiste?</Trans>}
      keepLabel={<Trans>Seguir escribiendo</Trans>}
      loseLabel={<Trans>Descartar</Trans>}
      onKeep={onKeep}
      onLose={onLose}
    >
      {loss}
    </ConfirmLoss>
  )
}

const goOnIn = (field: RefObject<HTMLElement | null>) => field.current?.focus()

const dialogOf = (mark: RefObject<HTMLElement | null>) => mark.current?.closest('dialog')

/** Where somebody typed last: there they go on, whichever button asked them. */
function useLastField(mark: RefObject<HTMLElement | null>, open: boolean) {
  const field = useRef<HTMLElement>(null)
  useEffect(() => {
    const dialog = open && dialogOf(mark)
    if (!dialog) return
    const remember = ({ target }: Event) => {
      if (target instanceof HTMLElement && target.matches(FIELDS)) field.current = target
    }
    dialog.addEventListener('input', remember)
    return () => {
      dialog.removeEventListener('input', remember)
      field.current = null
    }
  }, [open, mark])
  return field
}
