import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { unpackDatabase } from '#server/database/embedded/empty-database.ts'
import { makeTemporaryDirectory, type TemporaryDirectory } from '#tests/support/temporary-directory.ts'
import { type Packed, packTar } from '../../../scripts/release/tar.ts'

const LONG = `${'deep/'.repeat(25)}${'x'.repeat(60)}.js`
const FILES: Packed[] = [
  { path: 'b/second', body: Buffer.from('two') },
  { path: 'b', body: null },
  { path: 'a', body: Buffer.alloc(513, 7) },
  { path: 'empty', body: new Uint8Array() },
  { path: 'nothing-in-it', body: null },
  { path: 'program', body: Buffer.from('#!/bin/sh\n'), isProgram: true },
]

let directory: TemporaryDirectory
beforeAll(() => {
  directory = makeTemporaryDirectory('tar')
})
afterAll(() => directory.remove())
const at = (name: string) => join(directory.path, name)

it('is read by the tar of the machine: names, however long, bytes, and who may be run', () => {
  writeFileSync(at('all.tar.gz'), packTar([...FILES, { path: LONG, body: Buffer.from('far') }]))
  mkdirSync(at('by-tar'))
  execFileSync('tar', ['-xzf', at('all.tar.gz'), '-C', at('by-tar')])
  const read = (path: string) => readFileSync(join(at('by-tar'), path))
  expect(read('b/second').toString()).toBe('two')
  expect(read('a').equals(Buffer.alloc(513, 7))).toBe(true)
  expect(read('empty')).toHaveLength(0)
  expect(read(LONG).toString()).toBe('far')
  expect(readdirSync(join(at('by-tar'), 'nothing-in-it'))).toEqual([])
  const isProgram = (path: string) => (statSync(join(at('by-tar'), path)).mode & 0o111) !== 0
  expect([isProgram('program'), isProgram('a')]).toEqual([true, false])
  expect(() => packTar([{ path: 'y'.repeat(300), body: null }])).toThrow(/too long/)
})

it('has the same bytes in whatever order the files come, and tells nobody’s name and no moment', () => {
  const one = packTar(FILES)
  expect(packTar(FILES.toReversed()).equals(one)).toBe(true)
  writeFileSync(at('one.tar.gz'), one)
  const listed = execFileSync('tar', ['--utc', '-tvzf', at('one.tar.gz')], { encoding: 'utf8' })
  expect(listed.match(/ 0\/0 .* 1985-10-26 /g)).toHaveLength(FILES.length)
})

it('is put by the server where its database goes: empty folders too, and nothing for others to read', () => {
  writeFileSync(at('database.tar.gz'), packTar(FILES))
  mkdirSync(at('database'))
  unpackDatabase(at('database.tar.gz'), at('database'))
  expect(readFileSync(join(at('database'), 'b/second'), 'utf8')).toBe('two')
  expect(statSync(join(at('database'), 'a')).size).toBe(513)
  expect(readdirSync(join(at('database'), 'nothing-in-it'))).toEqual([])
  for (const name of ['a', 'b']) expect(statSync(join(at('database'), name)).mode & 0o077).toBe(0)
})

it('is refused where it is damaged, or would write elsewhere', () => {
  const tar = gunzipSync(packTar([{ path: 'a', body: Buffer.alloc(2_000, 7) }]))
  writeFileSync(at('cut.tar.gz'), gzipSync(tar.subarray(0, 1_000)))
  mkdirSync(at('cut'))
  expect(() => unpackDatabase(at('cut.tar.gz'), at('cut'))).toThrow(/install the release anew/)
  writeFileSync(at('out.tar.gz'), packTar([{ path: '../outside', body: Buffer.from('x') }]))
  expect(() => unpackDatabase(at('out.tar.gz'), at('cut'))).toThrow(/install the release anew/)
})
