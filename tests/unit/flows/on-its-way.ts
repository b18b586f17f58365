/** A call of which the server's answer is on its way for as long as the test likes. */
export function onItsWay<Asked extends readonly unknown[], Answer>(
  ask: (...asked: Asked) => Promise<Answer>,
) {
  let arrive = () => {}
  const arriving = new Promise<void>(resolve => (arrive = resolve))
  let isAnswered = false
  return {
    isAnswered: () => isAnswered,
    arrive: () => arrive(),
    async ask(...asked: Asked): Promise<Answer> {
      const [answer] = await Promise.allSettled([ask(...asked)])
      isAnswered = true
      await arriving
      if (answer.status === 'rejected') throw answer.reason
      return answer.value
    },
  }
}
