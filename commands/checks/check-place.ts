import { rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { SECRET_BYTES } from '#server/secrets/protection.ts'
import { SECRET_FILE } from '#server/secrets/secret-file.ts'
import type { Settings } from '#server/settings/settings.ts'
import { readFile } from 'node:fs/promises'
import { fail, type Finding, ok, reasonOf, warn } from './finding.ts'

/** With less the embedded database may find no room for its next checkpoint. */
const ROOM_LEAST_BYTES = 256 * 1024 ** 2
const ROOM_SCARCE_BYTES = 2 * 1024 ** 3

const statOf = (path: string) => stat(path).catch(() => null)
const gigabytes = (bytes: number) => (bytes / 1024 ** 3).toFixed(1)

async function nearestThere(path: string): Promise<string> {
  const found = await statOf(path)
  return found || dirname(path) === path ? path : nearestThere(dirname(path))
}

/** Whether there is room where the embedded database lives, and whether anything can be written there. */
export async function checkDisk({ dataDirectory }: Settings): Promise<Finding> {
  const path = resolve(dataDirectory)
  const there = await nearestThere(path)
  const found = await statOf(there)
  if (!found?.isDirectory())
    return fail(
      'disk',
      `${there} is no directory: NUMERITO_DATA names one`,
      `${there} no es una carpeta: NUMERITO_DATA debe indicar una`,
    )
  const probe = join(there, `.numerito-check-${process.pid}`)
  try {
    await writeFile(probe, Buffer.alloc(4_096), { flag: 'wx' })
  } catch (error) {
    const reason = reasonOf(error)
    return fail(
      'disk',
      `nothing can be written in ${there} (${reason})`,
      `no se puede escribir en ${there} (${reason})`,
    )
  } finally {
    await rm(probe, { force: true }).catch(() => undefined)
  }
  const { bavail, bsize } = await statfs(there)
  const free = bavail * bsize
  const room = gigabytes(free)
  if (free < ROOM_LEAST_BYTES)
    return fail(
      'disk',
      `${room} GB are free in ${there}: make room`,
      `quedan ${room} GB en ${there}: libera espacio`,
    )
  if (free < ROOM_SCARCE_BYTES)
    return warn(
      'disk',
      `${room} GB are free in ${there}: make room soon`,
      `quedan ${room} GB en ${there}: libera espacio pronto`,
    )
  return there === path
    ? ok('disk', `${room} GB are free in ${path}`, `quedan ${room} GB en ${path}`)
    : ok(
        'disk',
        `${path} will be made at the first start; ${room} GB are free`,
        `${path} se creará en el primer inicio; quedan ${room} GB`,
      )
}

/** Whether the secret is there, is one, and is nobody else's to read. */
export async function checkSecret({ secret, dataDirectory }: Settings): Promise<Finding> {
  if (secret) return ok('secret', 'given as NUMERITO_SECRET', 'entregado en NUMERITO_SECRET')
  const path = join(resolve(dataDirectory), SECRET_FILE)
  const found = await statOf(path)
  if (!found) {
    const isLost = (await statOf(join(resolve(dataDirectory), 'database'))) !== null
    return isLost
      ? fail(
          'secret',
          `${path} is lost, and the database is there: put it back from a backup`,
          `falta ${path} y la base de datos existe: recupéralo de un respaldo`,
        )
      : ok('secret', 'will be made at the first start', 'se creará en el primer inicio')
  }
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null || Buffer.from(text, 'base64').length !== SECRET_BYTES)
    return fail(
      'secret',
      `${path} does not hold ${SECRET_BYTES} bytes as base64`,
      `${path} no contiene ${SECRET_BYTES} bytes en base64`,
    )
  if ((found.mode & 0o077) !== 0)
    return warn(
      'secret',
      `others may read ${path}: chmod 600 it, and keep a copy elsewhere`,
      `otros pueden leer ${path}: usa chmod 600 y guarda una copia en otro lugar`,
    )
  return ok('secret', `${path}; keep a copy elsewhere`, `${path}; guarda una copia en otro lugar`)
}
