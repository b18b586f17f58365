/** Small words without which little can be said in Spanish, and which neither English nor Portuguese has. */
const SMALL =
  `el los las del y con tu tus un una hoy ayer mañana aquí hay ya muy también hasta desde cuando cuándo
  donde dónde cómo qué quién sí eres estás tienes puedes quieres vas ahora oficina oficinas fila teléfono correo nombre
  turno turnos hora horas día módulo`
    .trim()
    .split(/\s+/)

const COMMON = {
  en: new Set(['ago']),
  pt: new Set(['desde', 'fila', 'hora', 'horas', 'módulo', 'turno', 'turnos']),
}

/** The names of days and months, whole and cut short, as the browser writes them. */
function calendarWords(language: string): string[] {
  const at = (month: number, day: number) => new Date(Date.UTC(2026, month, day))
  const words = (['long', 'short'] as const).flatMap(length => {
    const month = new Intl.DateTimeFormat(language, { month: length, timeZone: 'UTC' })
    const weekday = new Intl.DateTimeFormat(language, { weekday: length, timeZone: 'UTC' })
    return [
      ...Array.from({ length: 12 }, (_, each) => month.format(at(each, 1))),
      ...Array.from({ length: 7 }, (_, each) => weekday.format(at(0, 4 + each))),
    ]
  })
  return words.map(word => word.toLowerCase().replace('.', ''))
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/(?<![\p{L}-])\p{L}+/gu) ?? []

/** Gives the words of a text that are Spanish, and none of the language in which it should be. */
export function spanishWords(language: 'en' | 'pt'): (text: string) => string[] {
  const own = new Set(calendarWords(language))
  const all = [...SMALL, ...calendarWords('es').filter(word => !own.has(word))]
  const spanish = new Set(all.filter(word => !COMMON[language].has(word)))
  return text => wordsOf(text).filter(word => spanish.has(word))
}
