import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { lineOfInput } from '#commands/line-of-input.ts'

describe('the line that stands for a «-»', () => {
  it('is the first of the input in which something stands, however it comes in pieces', async () => {
    expect(await lineOfInput(Readable.from(['\n  16.842', '.379-9 \r\nall\n']))).toBe('16.842.379-9')
    expect(await lineOfInput(Readable.from(['canela@quetzal.example']))).toBe('canela@quetzal.example')
  })

  it('is missed in words where none comes', async () => {
    await expect(lineOfInput(Readable.from([' \n']))).rejects.toThrow('none came')
  })
})
