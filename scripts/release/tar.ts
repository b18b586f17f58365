import { gzipSync } from 'node:zlib'

export interface Packed {
  /** With `/` between its parts. A directory has no body. */
  path: string
  body: Uint8Array | null
  isProgram?: boolean
}

const BLOCK = 512
const NAME_BYTES = 100
/** 1985-10-26T08:15:00Z, as npm packs: the bytes must not tell when they were made. */
const MADE_AT = 499_162_500

/** `prefix/name`, where a name of its own is too long. @throws where neither fits */
function nameOf(path: string): { name: string; prefix: string } {
  if (Buffer.byteLength(path) <= NAME_BYTES) return { name: path, prefix: '' }
  for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)]
    if (Buffer.byteLength(prefix) <= 155 && Buffer.byteLength(name) <= NAME_BYTES) return { name, prefix }
  }
  throw new Error(`${path} is too long for a tar`)
}

function headerOf({ path, body, isProgram = false }: Packed): Buffer {
  const { name, prefix } = nameOf(body === null ? `${path}/` : path)
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`
  header.write(name, 0)
  header.write(octal(body === null || isProgram ? 0o755 : 0o644, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(body?.length ?? 0, 11), 124)
  header.write(octal(MADE_AT, 11), 136)
  header.write(' '.repeat(8), 148)
  header.write(body === null ? '5' : '0', 156)
  header.write('ustar\x0000', 257)
  header.write(prefix, 345)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${octal(sum, 6)} `, 148)
  return header
}

/**
 * A tar (POSIX ustar) of these, compressed: the same bytes for the same files, whoever packs them, wherever
 * and whenever. In the order of their paths, nobody's, of one moment.
 */
export function packTar(files: readonly Packed[]): Buffer {
  const blocks = files
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
    .flatMap(file => {
      const body = file.body ?? new Uint8Array()
      return [headerOf(file), body, Buffer.alloc((BLOCK - (body.length % BLOCK)) % BLOCK)]
    })
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]), { level: 6 })
}
