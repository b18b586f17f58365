import { addIcons } from './icon.tsx'
import { LATE_ICON_PATHS } from './late-icon-paths.ts'

// Whoever draws any icon but the first ones has this before.
addIcons(LATE_ICON_PATHS)
