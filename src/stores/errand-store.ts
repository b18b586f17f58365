import { createStore } from 'zustand/vanilla'

/** Something that was asked for, as it stands. */
export interface Errand {
  /** What the verb was given. */
  asked: readonly unknown[]
  isRunning: boolean
  /** How it ended; undefined while it runs. */
  outcome: unknown
  answer: Promise<unknown>
}

/**
 * What goes on by a verb and what it is about: whoever leaves the screen that asked for it and comes back
 * finds it as it stands, and a second press joins the first. How it ended stays until it was said.
 * @see ARCHITECTURE.md "The walks"
 */
export interface ErrandStore {
  errands: Readonly<Record<string, Errand>>
  /**
   * @param key by which it is found again: the verb, a space, and what it is about
   * @param work must not fail
   * @returns its outcome; the running one's, where one runs
   */
  run(key: string, asked: readonly unknown[], work: () => Promise<unknown>): Promise<unknown>
  /** How it ended was said. What runs goes on. */
  forget(key: string): void
  /**
   * Nobody's any more: the person has left.
   * @param stays whether that is not so of one
   */
  clear(stays?: (verb: string, errand: Pick<Errand, 'isRunning' | 'outcome'>) => boolean): void
}

const verbOf = (key: string): string => key.slice(0, key.indexOf(' '))

export const createErrandStore = () =>
  createStore<ErrandStore>()((set, get) => {
    const put = (key: string, errand: Errand) =>
      set(({ errands }) => ({ errands: { ...errands, [key]: errand } }))
    return {
      errands: {},
      run(key, asked, work) {
        const before = get().errands[key]
        if (before?.isRunning) return before.answer
        const errand: Errand = { asked, isRunning: true, outcome: undefined, answer: work() }
        put(key, errand)
        void errand.answer.then(outcome => {
          // Not where somebody left meanwhile: it is not the next person's.
          if (get().errands[key] === errand) put(key, { ...errand, isRunning: false, outcome })
        })
        return errand.answer
      },
      forget: key =>
        set(({ errands }) => {
          if (errands[key] === undefined || errands[key].isRunning) return { errands }
          const { [key]: _said, ...others } = errands
          return { errands: others }
        }),
      clear: (stays = () => false) =>
        set(({ errands }) => ({
          errands: Object.fromEntries(
            Object.entries(errands).filter(([key, errand]) => stays(verbOf(key), errand)),
          ),
        })),
    }
  })

export const errandStore = createErrandStore()
