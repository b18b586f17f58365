/**
 * The step at which one stands: the one that the address asks for, or the first whose answer is missing on
 * the way there.
 * @param asked as the address has it; absent or unknown, one begins at the beginning
 * @param isDone whether each is answered
 */
export function stepAt<Step extends string>(
  asked: string | null,
  steps: readonly Step[],
  isDone: Partial<Record<Step, boolean>>,
): Step {
  const wanted = Math.max(0, steps.indexOf(asked as Step))
  const reached = steps.findIndex(step => !isDone[step])
  return steps[reached === -1 ? wanted : Math.min(wanted, reached)] as Step
}
