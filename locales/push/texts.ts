import type { Language } from '#contract/primitives.ts'
import type { PushKind } from '#contract/push-message.ts'
import { shortModulo } from '#contract/rules/modulo-name.ts'
import { zoneFormat } from '#contract/rules/zone-format.ts'

/** What a notice needs to be worded. */
export interface PushFacts {
  kind: PushKind
  ticket: string | null
  modulo: string | null
  ahead: number | null
  /** What the office says, of a message of its own. */
  message?: Record<Language, string> | null | undefined
  /** Attended by video: nobody walks to the module. */
  meet?: boolean | undefined
  office_name: string | null
  line_name: string | null
  /** When a reservation begins, ISO 8601, and its office's zone. */
  begins?: string | null | undefined
  time_zone?: string | null | undefined
  /** Worded on the device that shows it: the server does not know by which clock that goes. */
  here?: true
}

interface Wording {
  title: string
  body: string
}

/** Where it says nothing else, the body says where. */
type Said = Pick<Wording, 'title'> & { body?: string | undefined }

/** The line's name or the modulo where it is unknown; to the letter in Spanish (specification §3). */
const noInformation: Record<Language, string> = {
  es: 'Sin información',
  en: 'No information',
  pt: 'Sem informação',
}

const desk = ({ modulo }: PushFacts, language: Language) =>
  modulo === null ? noInformation[language] : shortModulo(modulo)

const line = ({ line_name }: PushFacts, language: Language) => line_name ?? noInformation[language]

const place = ({ office_name, line_name }: PushFacts, language: Language) =>
  [line_name ?? noInformation[language], office_name].filter(Boolean).join(' · ')

/** What has opened: the office, or a line of it. */
const door = ({ office_name, line_name }: PushFacts, language: Language) =>
  [line_name, office_name].filter(Boolean).join(' · ') || noInformation[language]

/** For whoever is told weeks ahead: the weekday alone would be taken for the nearest one. */
const DATED = { day: 'numeric', month: 'long' } as const

/**
 * Weekday and time on the office's wall, and whose that is where the device shows another: whenever and
 * wherever it is read, it cannot be mistaken.
 */
function when(
  { begins, time_zone, here }: PushFacts,
  language: Language,
  date?: Intl.DateTimeFormatOptions,
): string {
  if (!begins) return noInformation[language]
  const by = (timeZone?: string | null, timeZoneName?: 'longGeneric') =>
    zoneFormat(language, {
      weekday: 'long',
      ...date,
      hour: 'numeric',
      minute: '2-digit',
      timeZone: timeZone ?? undefined,
      timeZoneName,
    }).format(new Date(begins))
  const said = by(time_zone)
  return here && by() !== said ? by(time_zone, 'longGeneric') : said
}

const catalogue: Record<Language, Record<PushKind, (facts: PushFacts) => Said>> = {
  es: {
    call: facts => ({
      title: `Es tu turno: ${facts.ticket} · ${facts.meet ? 'por videollamada' : `módulo ${desk(facts, 'es')}`}`,
      body: facts.meet ? `Entra a la videollamada. ${place(facts, 'es')}` : undefined,
    }),
    almost_there: facts => ({
      title: `${facts.ticket}: faltan ${facts.ahead}`,
      body: `${facts.meet ? 'Prepárate para la videollamada.' : 'Acércate.'} ${place(facts, 'es')}`,
    }),
    taken_back: facts => ({
      title: `${facts.ticket}: todavía no es tu turno`,
    }),
    skipped: facts => ({ title: `${facts.ticket}: te llamamos y no llegaste` }),
    returned: facts => ({ title: `${facts.ticket}: esperas otra vez` }),
    parked: facts => ({
      title: `${facts.ticket}: te guardan el lugar`,
      body: `${facts.meet ? 'Te volverán a llamar aquí.' : 'Cuando vuelvas, avisa en el módulo.'} ${place(facts, 'es')}`,
    }),
    transferred: facts => ({
      title: `${facts.ticket}: ${facts.modulo === null ? `pasaste a ${line(facts, 'es')}` : facts.meet ? 'sigues por videollamada' : `sigues en el módulo ${desk(facts, 'es')}`}`,
    }),
    removed: facts => ({ title: `${facts.ticket}: la oficina quitó tu número` }),
    sent_home: facts => ({
      title: `${facts.ticket}: la fila cerró por hoy`,
      body: `Vuelve el próximo día de atención. ${place(facts, 'es')}`,
    }),
    message: facts => ({
      title: `${facts.ticket}: mensaje`,
      body: facts.message?.es,
    }),
    reminder: facts => ({
      title: `Tu reserva ${facts.ticket}: ${when(facts, 'es')}`,
    }),
    reserve_confirmed: facts => ({
      title: `Tu reserva ${facts.ticket} está confirmada`,
      body: `${when(facts, 'es', DATED)}. ${place(facts, 'es')}`,
    }),
    reserve_expired: facts => ({
      title: `La oficina no confirmó tu reserva ${facts.ticket}`,
    }),
    reserve_removed: facts => ({
      title: `La oficina quitó tu reserva ${facts.ticket}`,
    }),
    opened: facts => ({
      title: `${door(facts, 'es')} ${facts.line_name ? 'ya da números' : 'ya abrió'}`,
      body: 'Entra y saca tu número.',
    }),
    poll: () => ({ title: '¿Cómo te atendieron?' }),
    test: () => ({
      title: 'Así te avisaremos',
      body: 'Cuando te llamen, el aviso llegará aunque el teléfono esté bloqueado.',
    }),
  },
  en: {
    call: facts => ({
      title: `Your turn: ${facts.ticket} · ${facts.meet ? 'by video call' : `desk ${desk(facts, 'en')}`}`,
      body: facts.meet ? `Enter the video call. ${place(facts, 'en')}` : undefined,
    }),
    almost_there: facts => ({
      title: `${facts.ticket}: ${facts.ahead} to go`,
      body: `${facts.meet ? 'Get ready for the video call.' : 'Come closer.'} ${place(facts, 'en')}`,
    }),
    taken_back: facts => ({
      title: `${facts.ticket}: it is not your turn yet`,
    }),
    skipped: facts => ({
      title: `${facts.ticket}: we called you and you did not come`,
    }),
    returned: facts => ({ title: `${facts.ticket}: you are waiting again` }),
    parked: facts => ({
      title: `${facts.ticket}: they are keeping your place`,
      body: `${facts.meet ? 'You will be called here again.' : 'When you are back, say so at the desk.'} ${place(facts, 'en')}`,
    }),
    transferred: facts => ({
      title: `${facts.ticket}: ${facts.modulo === null ? `you were moved to ${line(facts, 'en')}` : facts.meet ? 'you go on by video call' : `desk ${desk(facts, 'en')} comes next`}`,
    }),
    removed: facts => ({
      title: `${facts.ticket}: the office removed your number`,
    }),
    sent_home: facts => ({
      title: `${facts.ticket}: the line has closed for today`,
      body: `Come back on the next day the office is open. ${place(facts, 'en')}`,
    }),
    message: facts => ({
      title: `${facts.ticket}: message`,
      body: facts.message?.en,
    }),
    reminder: facts => ({
      title: `Your booking ${facts.ticket}: ${when(facts, 'en')}`,
    }),
    reserve_confirmed: facts => ({
      title: `Your booking ${facts.ticket} is confirmed`,
      body: `${when(facts, 'en', DATED)}. ${place(facts, 'en')}`,
    }),
    reserve_expired: facts => ({
      title: `The office did not confirm your booking ${facts.ticket}`,
    }),
    reserve_removed: facts => ({
      title: `The office removed your booking ${facts.ticket}`,
    }),
    opened: facts => ({
      title: `${door(facts, 'en')} ${facts.line_name ? 'is giving numbers now' : 'is open now'}`,
      body: 'Open it and take your number.',
    }),
    poll: () => ({ title: 'How was the service?' }),
    test: () => ({
      title: 'This is how we will notify you',
      body: 'When you are called, the notification will arrive even with the phone locked.',
    }),
  },
  pt: {
    call: facts => ({
      title: `É a sua vez: ${facts.ticket} · ${facts.meet ? 'por videochamada' : `guichê ${desk(facts, 'pt')}`}`,
      body: facts.meet ? `Entre na videochamada. ${place(facts, 'pt')}` : undefined,
    }),
    almost_there: facts => ({
      title: `${facts.ticket}: ${facts.ahead} na sua frente`,
      body: `${facts.meet ? 'Prepare-se para a videochamada.' : 'Aproxime-se.'} ${place(facts, 'pt')}`,
    }),
    taken_back: facts => ({
      title: `${facts.ticket}: ainda não é a sua vez`,
    }),
    skipped: facts => ({ title: `${facts.ticket}: chamamos e você não veio` }),
    returned: facts => ({ title: `${facts.ticket}: você espera de novo` }),
    parked: facts => ({
      title: `${facts.ticket}: guardam o seu lugar`,
      body: `${facts.meet ? 'Vão chamar você aqui de novo.' : 'Quando voltar, avise no guichê.'} ${place(facts, 'pt')}`,
    }),
    transferred: facts => ({
      title: `${facts.ticket}: ${facts.modulo === null ? `você passou para ${line(facts, 'pt')}` : facts.meet ? 'você segue por videochamada' : `você segue no guichê ${desk(facts, 'pt')}`}`,
    }),
    removed: facts => ({ title: `${facts.ticket}: a agência cancelou a sua senha` }),
    sent_home: facts => ({
      title: `${facts.ticket}: a fila fechou por hoje`,
      body: `Volte no próximo dia de atendimento. ${place(facts, 'pt')}`,
    }),
    message: facts => ({
      title: `${facts.ticket}: mensagem`,
      body: facts.message?.pt,
    }),
    reminder: facts => ({
      title: `Sua reserva ${facts.ticket}: ${when(facts, 'pt')}`,
    }),
    reserve_confirmed: facts => ({
      title: `Sua reserva ${facts.ticket} está confirmada`,
      body: `${when(facts, 'pt', DATED)}. ${place(facts, 'pt')}`,
    }),
    reserve_expired: facts => ({
      title: `A agência não confirmou sua reserva ${facts.ticket}`,
    }),
    reserve_removed: facts => ({
      title: `A agência cancelou sua reserva ${facts.ticket}`,
    }),
    opened: facts => ({
      title: `${door(facts, 'pt')} ${facts.line_name ? 'já está dando senhas' : 'já abriu'}`,
      body: 'Entre e pegue sua senha.',
    }),
    poll: () => ({ title: 'Como foi o atendimento?' }),
    test: () => ({
      title: 'É assim que vamos avisar você',
      body: 'Quando chamarem você, o aviso chegará mesmo com o celular bloqueado.',
    }),
  },
}

/** Title and body of a notice. The server words the declarative message with it, the worker what it shows. */
export function wordPush(facts: PushFacts, language: Language): Wording {
  const { title, body = place(facts, language) } = catalogue[language][facts.kind](facts)
  return { title, body }
}
