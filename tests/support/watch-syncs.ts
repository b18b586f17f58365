import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/*
 * Loaded before a program (node --import): writes one byte to the file SYNCS_FILE for each time the program,
 * any of its threads, has the disk written; and while the file DISK_FAILS_FILE exists, fails as a broken disk
 * does.
 */
const { SYNCS_FILE, DISK_FAILS_FILE } = process.env
const real = fs.fdatasyncSync

fs.fdatasyncSync = descriptor => {
  if (DISK_FAILS_FILE !== undefined && fs.existsSync(DISK_FAILS_FILE)) {
    throw Object.assign(new Error('EIO: i/o error, fdatasync'), {
      code: 'EIO',
      errno: -5,
      syscall: 'fdatasync',
    })
  }
  real(descriptor)
  if (SYNCS_FILE !== undefined) fs.appendFileSync(SYNCS_FILE, '.')
}
syncBuiltinESMExports()
