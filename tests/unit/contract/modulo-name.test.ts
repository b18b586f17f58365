import { expect, it } from 'vitest'
import { shortModulo } from '#contract/rules/modulo-name.ts'
import { LANGUAGES } from '#contract/primitives.ts'
import { type PushFacts, wordPush } from '#locales/push/texts.ts'

it('[CALL-01] a module whose name says what it is is not called by it twice', () => {
  const short = {
    'Módulo 1': '1',
    'modulo nº 2': '2',
    'MÓDULO 12-B': '12-B',
    'Guichê 3': '3',
    'Desk 4': '4',
    'Caja 2': 'Caja 2',
    '7': '7',
    Módulo: 'Módulo',
    Módulos: 'Módulos',
    Modular: 'Modular',
    Deskjet: 'Deskjet',
  }
  expect(Object.fromEntries(Object.keys(short).map(name => [name, shortModulo(name)]))).toEqual(short)
})

const facts: PushFacts = {
  kind: 'call',
  ticket: 'V007',
  modulo: 'Módulo 1',
  ahead: 5,
  office_name: 'Salud en línea',
  line_name: 'Video',
}

it('[PUSH-02] a push names the module once, and one by video sends nobody anywhere, in every language', () => {
  expect(LANGUAGES.map(language => wordPush(facts, language).title)).toEqual([
    'Es tu turno: V007 · módulo 1',
    'Your turn: V007 · desk 1',
    'É a sua vez: V007 · guichê 1',
  ])
  const meet = { ...facts, meet: true }
  expect(LANGUAGES.map(language => wordPush(meet, language))).toEqual([
    {
      title: 'Es tu turno: V007 · por videollamada',
      body: 'Entra a la videollamada. Video · Salud en línea',
    },
    { title: 'Your turn: V007 · by video call', body: 'Enter the video call. Video · Salud en línea' },
    {
      title: 'É a sua vez: V007 · por videochamada',
      body: 'Entre na videochamada. Video · Salud en línea',
    },
  ])
  expect(LANGUAGES.map(language => wordPush({ ...meet, kind: 'almost_there' }, language).body)).toEqual([
    'Prepárate para la videollamada. Video · Salud en línea',
    'Get ready for the video call. Video · Salud en línea',
    'Prepare-se para a videochamada. Video · Salud en línea',
  ])
})
