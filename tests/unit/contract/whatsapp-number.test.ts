import { describe, expect, it } from 'vitest'
import { e164Of } from '#contract/rules/whatsapp-number.ts'

describe('a telephone number', () => {
  it.each([
    ['+56 9 1234 5678', '+56912345678'],
    ['+56-9-1234.5678', '+56912345678'],
    ['(+56) 912345678', '+56912345678'],
    ['0056912345678', '+56912345678'],
    ['912345678', '+56912345678'],
    ['9 1234 5678', '+56912345678'],
    ['+1 415 555 2671', '+14155552671'],
    ['12345678', null],
    ['56912345678', null],
    ['+0912345678', null],
    ['+1234567', null],
    ['+1234567890123456', null],
    ['+56 9 1234 567a', null],
    ['', null],
  ])('[MSG-01] «%s» is %s', (typed, number) => {
    expect(e164Of(typed)).toBe(number)
  })
})
