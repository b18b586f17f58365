import { isAbsolute, join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '../..')
/** What is started: the operator's command, which brings the server, and the thread that it starts. */
const STARTED = ['commands/numerito.ts', 'server/database/embedded/worker.ts']

const isOurs = (name: string) => name.startsWith('#') || name.startsWith('.') || isAbsolute(name)

/**
 * Server and commands as JavaScript, file by file, where they lie in the project: Node takes no types from
 * files under node_modules, and what looks for a file beside itself finds it in both.
 * @returns the packages that they import
 */
export async function compileServer(outDir: string): Promise<string[]> {
  const packages = new Set<string>()
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      target: 'node22',
      ssr: true,
      outDir,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input: STARTED.map(file => join(root, file)),
        external(name) {
          if (isOurs(name)) return false
          const [, bare = name] = /^((?:@[^/]+\/)?[^/]+)/.exec(name) ?? []
          if (!name.startsWith('node:')) packages.add(bare)
          return true
        },
        output: {
          format: 'es',
          preserveModules: true,
          preserveModulesRoot: root,
          entryFileNames: '[name].js',
        },
      },
    },
  })
  return [...packages].toSorted()
}
