import { useSyncExternalStore } from 'react'

type Go = () => void
/** Asks whether to go; answers by going, or not at all. */
type Ask = (go: Go) => void

interface Guard {
  ask: Ask
  /** The browser's Back is asked about, too. */
  andSteps: boolean
}

/** The last one asks first: it lies over the others. */
let guards: readonly Guard[] = []
const hearers = new Set<() => void>()
/** Where a step of the browser's is brought back to. */
let here: { address: string; state: unknown } | null = null
/** The next step was asked about. */
let isGranted = false

/** How wouter tells of the steps that the desk itself makes. */
const OWN_STEPS = ['pushState', 'replaceState'] as const

function remember(): void {
  here = { address: location.href, state: history.state }
}

/**
 * A step back cannot be forbidden, only taken back: at once, before whatever reads the address has heard of
 * it, for a screen that is drawn for another address has lost what was typed in this one.
 */
function onStep(event: PopStateEvent): void {
  const asking = guards.filter(({ andSteps }) => andSteps)
  if (isGranted || asking.length === 0 || here === null) {
    isGranted = false
    remember()
  } else if (location.href !== here.address) {
    event.stopImmediatePropagation()
    history.pushState(here.state, '', here.address)
    askThrough(asking, () => {
      isGranted = true
      history.back()
    })
  }
}

/**
 * From now on the browser's steps are asked about as well. Before the first screen: of those that hear of a
 * step at the window, Chromium asks who came first first, whatever they are told of its capture.
 */
export function watchSteps(): void {
  addEventListener('popstate', onStep)
  for (const step of OWN_STEPS) addEventListener(step, remember)
}

function become(next: readonly Guard[]): void {
  if (guards.length === 0) remember()
  guards = next
  for (const hear of hearers) hear()
}

/** From the last to the first, each once the one over it lets go. */
function askThrough(left: readonly Guard[], go: Go): void {
  // One that ended meanwhile has nothing left to ask for.
  const last = left.findLast(guard => guards.includes(guard))
  if (last) last.ask(() => askThrough(left.slice(0, left.indexOf(last)), go))
  else go()
}

/**
 * From now on whoever leaves this page of the desk is asked first.
 * @param andSteps also whoever goes back by the browser
 * @returns ends it
 */
export function guardLeaving(ask: Ask, { andSteps }: Pick<Guard, 'andSteps'>): () => void {
  const guard = { ask, andSteps }
  become([...guards, guard])
  return () => become(guards.filter(other => other !== guard))
}

/** Goes, or asks whether to. */
export const leave = (go: Go): void => askThrough(guards, go)

const isGuarded = (): boolean => guards.length > 0

const subscribe = (hear: () => void) => {
  hearers.add(hear)
  return () => void hearers.delete(hear)
}

/** Whether somebody would be asked now. */
export const useIsGuarded = (): boolean => useSyncExternalStore(subscribe, isGuarded)
