// @vitest-environment happy-dom
import { i18n, type MessageDescriptor } from '@lingui/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { heardCode } from '#src/domain/failure-codes.ts'
import { NOTICE_KINDS, type NewNotice, type NoticeKind } from '#src/domain/notice.ts'
import { errorText } from '#src/texts/error-texts.ts'
import type { Question } from '#contract/rest/forms.ts'
import { defaultQuestions } from '#contract/rules/form-answers.ts'
import { faultText, formTexts, questionText } from '#src/texts/form-texts.ts'
import { loadCatalog, screenWords } from '#src/texts/load-catalog.ts'
import { wordNotice } from '#src/texts/notice-texts.ts'
import { returnLimitByVideo, ticketCreationAlert } from '#src/texts/ticket-error-texts.ts'
import { ticketRefusalText } from '#src/texts/ticket-refusal-text.ts'
import { timeoutTexts } from '#src/texts/timeout-texts.ts'

/** As a person reads it: by the Spanish catalogue, not by the source. */
const read = (text: MessageDescriptor | string) => (typeof text === 'string' ? text : i18n._(text))

const say = (notice: NewNotice) => wordNotice({ ...notice, id: 1, at: 0 }, i18n)

beforeAll(async () => {
  await loadCatalog('es')
  await screenWords()
})

const GONE = 'La fila en la que intentaste sacar un ticket ya no existe'
const UNEXPECTED = 'Ha ocurrido un error inesperado. Intente nuevamente más tarde.'

describe('the form of an office that defines none', () => {
  const [name, tel] = defaultQuestions(7) as [Question, Question]
  const fault = { id: 'tel', fault: 'invalid', message: tel.validMessage } as const

  it('[HAND-04] is asked in the person’s language, its messages too; an office’s own words stay as it wrote them', async () => {
    await loadCatalog('pt')
    expect(defaultQuestions(7).map(question => read(questionText(question)))).toEqual([
      'Nome',
      'Telefone',
      'E-mail',
    ])
    expect(read(faultText(fault, tel))).toBe(i18n._(formTexts.tel))
    expect(read(faultText(fault, tel))).not.toBe(tel.validMessage)
    expect(questionText({ ...name, question: '¿A nombre de quién?' })).toBe('¿A nombre de quién?')
    await loadCatalog('es')
    expect(defaultQuestions(7).map(question => read(questionText(question)))).toEqual(
      defaultQuestions(7).map(({ question }) => question),
    )
    expect(read(faultText(fault, tel))).toBe(tel.validMessage)
  })
})

describe('a ticket that was refused', () => {
  it.each([
    ['invalid-rut', 'El RUT no es válido'],
    [
      'office-ticket-limit-reached',
      'Se ha alcanzado el límite de tickets disponibles para su RUT en esta oficina',
    ],
    ['rut-line-limit-reached', 'Se ha alcanzado el límite de tickets disponibles para su RUT en esta fila'],
    ['line-frozen', 'La fila en la que estás intentando sacar un ticket ha sido congelada'],
    ['line-no-slug', GONE],
    ['line-no-prefix', GONE],
    ['line-no-exist', GONE],
    ['other', UNEXPECTED],
    ['a-code-of-tomorrow', UNEXPECTED],
  ])('[TKT-08] for %s reads «%s»', (code, text) => {
    expect(read(errorText(heardCode(code)))).toBe(text)
    if (code !== 'a-code-of-tomorrow')
      expect(
        say({ kind: 'new-alert-error', subject: code, code: heardCode(code), message: null }).title,
      ).toBe(text)
  })

  it('[TKT-08] for a time-out reads as that of a ticket, and elsewhere as that of a request', () => {
    const refused = say({ kind: 'new-alert-error', subject: '7', code: 'timeout', message: null })
    expect(refused.title).toBe('Se ha superado el tiempo de espera para sacar un ticket')
    expect(read(errorText('timeout'))).toBe('Se ha superado el tiempo de espera')
  })

  it('[TKT-09] is told by the server’s message: the document, the generic sentence, or that one is held', () => {
    expect(read(ticketCreationAlert('User already has ticket in line', 'rut'))).toBe(
      'Ya existe un ticket con este RUT, intente en otra fila, otra sucursal, o espere a ser llamado.',
    )
    expect(read(ticketCreationAlert('already has ticket', 'dni'))).toBe(
      'Ya existe un ticket con este DNI, intente en otra fila, otra sucursal, o espere a ser llamado.',
    )
    expect(read(ticketCreationAlert('the database is on fire', 'rut'))).toBe(
      'Ocurrio un error al generar el ticket, intente nuevamente.',
    )
    expect(read(ticketCreationAlert(null, 'rut'))).toBe('ya sacaste un ticket para esta fila')
    expect(read(ticketCreationAlert('', 'rut'))).toBe('ya sacaste un ticket para esta fila')
  })

  it('[TKT-09] in a notice names the document by which this person is known', () => {
    const refusal = {
      code: 'already-has-ticket' as const,
      message: 'this person already has ticket in this line',
    }
    const notice = { ...refusal, kind: 'new-alert-error', subject: '7', id: 1, at: 0 } as const
    expect(wordNotice(notice, i18n, 'dni').title).toBe(read(ticketRefusalText(refusal, 'dni')))
    expect(read(ticketRefusalText(refusal, 'dni'))).toMatch(/este DNI/)
  })
})

describe('patience that ran out', () => {
  it('[CHAN-02] names the office that could not be joined, and the one that did not answer', () => {
    const alert = (code: 'channel-join' | 'channel-join-failed') =>
      say({ kind: 'alert', subject: code, code, officeSlug: 'norte' }).title
    expect(alert('channel-join-failed')).toBe('No se ha podido conectar con la sucursal')
    expect(alert('channel-join')).toBe('Se ha superado el tiempo de espera de la sucursal')
  })

  it('[NOTE-03] has the sentences of §8', () => {
    expect(read(timeoutTexts['ticket-new'])).toBe('Se ha superado el tiempo de espera del servidor')
    expect(read(errorText('timeout'))).toBe('Se ha superado el tiempo de espera')
    const notNew = say({ kind: 'new-alert-error', subject: '7', code: 'ticket-new', message: null })
    expect(notNew.title).toBe('Se ha superado el tiempo de espera del servidor')
  })
})

describe('what is said elsewhere', () => {
  it('[NOTE-03] an ended session, saved preferences', () => {
    expect(read(errorText('session-expired'))).toBe('Sesion Expirada')
    expect(say({ kind: 'success', subject: 'p', code: 'preferences-saved' }).title).toBe(
      'Datos actualizados correctamente',
    )
  })

  it('[SHELL-04] too many requests', () => {
    expect(read(errorText('too-many-requests'))).toBe(
      'En este momento estamos recibiendo demasiadas solicitudes. Por favor, inténtelo de nuevo más tarde',
    )
  })
})

describe('a form', () => {
  it('[FORM-01] says the messages of the default form', () => {
    expect(read(formTexts.name)).toBe('Debe ingresar un nombre válido')
    expect(read(formTexts.tel)).toBe('Debe ingresar un numero de teléfono válido')
    expect(read(formTexts.email)).toBe('Debe ingresar un correo válido')
  })

  it('[FORM-03] says the other messages', () => {
    expect(read(formTexts.phone)).toBe('Escriba un teléfono válido')
    expect(read(formTexts.identity)).toBe('Escriba un Rut o Dni válido')
    expect(read(formTexts.missing)).toBe('Por favor escriba la información solicitada')
    expect(read(formTexts.policy)).toBe('Acepto la política')
    expect(read(formTexts.optional)).toBe('(Opcional)')
  })

  it('[FORM-03] says what is wrong with an answer: the office’s own words where it has some', () => {
    const own = { id: 'q', fault: 'invalid', message: 'Son seis dígitos' } as const
    const missing = 'Por favor escriba la información solicitada'
    expect(read(faultText(own, { fieldType: 'rut' }))).toBe('Son seis dígitos')
    expect(read(faultText({ ...own, fault: 'missing' }, { fieldType: 'rut' }))).toBe(missing)
    const wordless = (fieldType: Question['fieldType']) =>
      read(faultText({ ...own, message: null }, { fieldType }))
    expect(wordless('tel')).toBe('Escriba un teléfono válido')
    expect(wordless('rut')).toBe('Escriba un Rut o Dni válido')
    expect(wordless('dni')).toBe('Escriba un Rut o Dni válido')
    expect(wordless('name')).toBe('Debe ingresar un nombre válido')
    expect(wordless('email')).toBe('Debe ingresar un correo válido')
    expect(wordless('text')).toBe(missing)
  })
})

describe('a notice', () => {
  const about = { tuid: 't', ticket: 'A042', line_id: 1, line_name: 'Firmas', subject: 't' }
  const notices: Record<NoticeKind, NewNotice> = {
    alert: { kind: 'alert', subject: 'a', code: 'channel-join', officeSlug: 'norte' },
    call: {
      ...about,
      kind: 'call',
      modulo: '3',
      meet: false,
      ticket_time: '2026-11-21T13:42:00Z',
      office_name: 'Notaría Norte',
    },
    almost_there: { ...about, kind: 'almost_there', ahead: 5 },
    skipped: { ...about, kind: 'skipped' },
    message: { ...about, kind: 'message', texts: { es: 'Vamos con demora', en: 'Late', pt: 'Atraso' } },
    poll: { ...about, kind: 'poll', office_name: 'Notaría Norte' },
    success: { kind: 'success', subject: 's', code: 'gave-up' },
    isTemporary: { kind: 'isTemporary', subject: 'i' },
    needRegistry: { kind: 'needRegistry', subject: 'n' },
    'new-alert': { kind: 'new-alert', subject: 'l' },
    'new-alert-error': { kind: 'new-alert-error', subject: 'l', code: 'line-frozen', message: null },
    'generic-error': { kind: 'generic-error', subject: 'g', code: 'internal' },
    'block-already-taken-error': { kind: 'block-already-taken-error', subject: 'b', code: '1007' },
  }

  it.each([
    ['alert', 'Se ha superado el tiempo de espera de la sucursal'],
    ['message', 'Vamos con demora'],
    ['call', 'Es tu turno: A042 · módulo 3'],
    ['almost_there', 'A042: faltan 5'],
    ['skipped', 'A042: te llamamos y no llegaste'],
    ['poll', '¿Cómo te atendieron?'],
    ['success', 'Renunciaste al número'],
    ['isTemporary', 'Tu número está guardado solo en este navegador'],
    ['needRegistry', 'Identifícate para sacar un número'],
    ['new-alert', 'ya sacaste un ticket para esta fila'],
    ['new-alert-error', 'La fila en la que estás intentando sacar un ticket ha sido congelada'],
    ['generic-error', UNEXPECTED],
    ['block-already-taken-error', 'Esta hora ya ha sido tomada, por favor seleccione otra'],
  ] as [NoticeKind, string][])('[NOTE-01] of the kind %s says «%s»', (kind, title) => {
    expect(say(notices[kind]).title).toBe(title)
  })

  it('[NOTE-01] is worded for every kind', () => {
    expect(Object.keys(notices).sort()).toEqual([...NOTICE_KINDS].sort())
  })

  it('[CALL-01] of a call names line, office and modulo, and «Sin información» for what is not known', () => {
    expect(say(notices.call)).toMatchObject({ detail: 'Firmas · Notaría Norte', tone: 'turn' })
    const bare = {
      ...about,
      line_name: null,
      kind: 'call',
      modulo: null,
      meet: false,
      office_name: null,
    } as const
    expect(say({ ...bare, ticket_time: '2026-11-21T13:42:00Z' })).toMatchObject({
      title: 'Es tu turno: A042 · módulo Sin información',
      detail: 'Sin información',
    })
  })

  it('[CALL-01] of a call by video sends nobody to a module, and a module is not named twice', () => {
    const call = { ...notices.call, kind: 'call', modulo: 'Módulo 1' } as NewNotice & { kind: 'call' }
    expect(say(call).title).toBe('Es tu turno: A042 · módulo 1')
    expect(say({ ...call, meet: true }).title).toBe('Es tu turno: A042 · por videollamada')
  })

  it.each([
    [
      'es',
      'Te guardan el lugar: te volverán a llamar aquí por videollamada',
      'Ya volviste dos veces con este número. Saca otro.',
      /módulo/,
    ],
    [
      'en',
      'They are keeping your place: you will be called here again, by video call',
      'You have come back twice with this number. Take another.',
      /desk/,
    ],
    [
      'pt',
      'Guardam o seu lugar: vão chamar você aqui de novo, por videochamada',
      'Você já voltou duas vezes com esta senha. Pegue outra.',
      /guichê/,
    ],
  ] as const)(
    '[DESK-04] [DESK-07] sends nobody to a module who is attended by video, in the language %s',
    async (language, parked, limit, module) => {
      await loadCatalog(language)
      const success = { kind: 'success', subject: 't' } as const
      const texts = [say({ ...success, code: 'parked-by-video' }).title, read(returnLimitByVideo)]
      const inPerson = [say({ ...success, code: 'parked' }).title, read(errorText('return-limit-reached'))]
      await loadCatalog('es')
      expect(texts).toEqual([parked, limit])
      for (const text of inPerson) expect(text).toMatch(module)
    },
  )

  it('[CALL-05] of a call and of a loss cannot wait; what only helps can', () => {
    const urgent = NOTICE_KINDS.filter(kind => say(notices[kind]).urgent)
    expect(urgent.sort()).toEqual(
      [
        'alert',
        'block-already-taken-error',
        'call',
        'generic-error',
        'new-alert',
        'new-alert-error',
        'skipped',
      ].sort(),
    )
  })
})
