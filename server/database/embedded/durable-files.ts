import fs from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Init = NodeFS['init']
type EmscriptenOptions = Awaited<ReturnType<Init>>['emscriptenOpts']
type FileSystems = { NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } } }

/** errno of emscripten's libc for an input/output error. */
const EIO = 29

/**
 * Files whose fsync reaches the disk. PGlite's own drops it, so that a commit acknowledged just before the
 * power fails would be gone. Files and directories alike: a renamed or new file is safe once its directory is
 * synced.
 */
export class DurableFiles extends NodeFS {
  override async init(...[pg, given]: Parameters<Init>): Promise<{ emscriptenOpts: EmscriptenOptions }> {
    const { emscriptenOpts } = await super.init(pg, given)
    const preRun: NonNullable<EmscriptenOptions['preRun']> = [
      ...(emscriptenOpts.preRun ?? []),
      module => {
        const { NODEFS } = module.FS.filesystems as unknown as FileSystems
        NODEFS.stream_ops.fsync = stream => {
          try {
            fs.fdatasyncSync(stream.nfd)
            return 0
          } catch {
            // PostgreSQL must hear of it as of any failed sync: it then stops rather than acknowledge the
            // commit. An error of Node's own would fly through its compiled code and leave it half way.
            throw new module.FS.ErrnoError(EIO)
          }
        }
      },
    ]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
}
