import type { Break } from './break.ts'

const STORE = 'tests/unit/desk/settings-store.test.ts'
const BAR = 'tests/unit/desk/save-bar.test.tsx'
const PARTS = 'tests/unit/desk/settings-parts.test.ts'
const EDITORS = 'tests/unit/desk/settings-editors.test.tsx'

/** What somebody types of an office’s settings, and what others save meanwhile. */
export const settingsEditor: Break[] = [
  {
    file: 'src/desk/settings/parts.ts',
    stands: 'part => !byThem.has(part) || (clashes.includes(part) && keep.has(part))',
    becomes: '() => true',
    harm: 'whoever saves second takes back what the first one changed',
    tests: [PARTS, STORE],
  },
  {
    file: 'src/desk/settings/settings-store.ts',
    stands: "const wasSaved = what === 'save' && !isChanged(now.office, draft)",
    becomes: 'const wasSaved = false',
    harm: 'a save whose answer was lost is never said to be saved',
    tests: [STORE],
  },
  {
    file: 'src/desk/settings/settings-store.ts',
    stands: "else if (what === 'save' && (code === 'offline' || code === 'timeout')) waits('offline')",
    becomes: '',
    harm: 'what was saved without a network is not saved once it is back',
    tests: [STORE],
  },
  {
    file: 'src/desk/settings/settings-store.ts',
    stands: "if (saving.phase === 'waiting') void begin('save', saving.reservations)",
    becomes: "if (saving.phase === 'waiting') void begin('save', undefined)",
    harm: 'what was said about reservations is forgotten with the session, and asked again',
    tests: [STORE],
  },
  {
    file: 'src/desk/settings/settings-store.ts',
    stands: "saving.phase === 'waiting' ? { phase: 'waiting', why: saving.why } : saving",
    becomes: 'saving',
    harm: 'who closes another day without a network cancels the reservations of that day, and nobody asked',
    tests: [STORE],
  },
  {
    file: 'src/desk/settings/settings-store.ts',
    stands: 'if (store.getState().draft !== draft) word = undefined',
    becomes: '',
    harm: 'who closes another day while the network goes cancels the reservations of that day, and nobody asked',
    tests: [STORE],
  },
  {
    file: 'src/desk/settings/settings-store.ts',
    stands: "tab.write(key, text ? JSON.stringify(text) : '')",
    becomes: "tab.write(key, '')",
    harm: 'a reload loses what was typed',
    tests: [STORE],
  },
  {
    file: 'src/desk/settings/settings-store.ts',
    stands: "if (saving.phase === 'saving' || other) return",
    becomes: "if (saving.phase === 'saving') return",
    harm: 'what clashes is saved before anybody has chosen',
    tests: [STORE],
  },
  {
    file: 'src/desk/settings/save-bar.tsx',
    stands: "news.what === 'save' && news.version === begun.settings.version",
    becomes: "news.what === 'save'",
    harm: 'who takes back what they saved takes back what another saved since',
    tests: [BAR],
  },
  {
    file: 'src/desk/settings/settings-store.ts',
    stands: "if (what === 'undo') {\n          set({ saving: { phase: 'failed', error } })",
    becomes: "if (what === 'undo') {\n          set({ saving: STILL })",
    harm: 'an undo that came too late ends without a word, and is believed to be done',
    tests: [BAR],
  },
  {
    file: 'src/desk/settings/settings-store.ts',
    stands: "if (saving.phase === 'asking' && saving.what === 'undo')",
    becomes: 'if (false)',
    harm: 'what is answered about one change cancels the reservations that another one left out',
    tests: [BAR],
  },
  {
    file: 'src/desk/settings/settings-store.ts',
    stands: 'set({ other: { ...now, clashes, theirs }, saving: STILL })',
    becomes: 'set({ other: { ...now, clashes, theirs } })',
    harm: 'what clashes is said to wait for a network that is back, or asks a question that no answer ends',
    tests: [STORE],
  },
  {
    file: 'src/desk/settings/week.ts',
    stands:
      "if (!goesOn) return { span, shown: { from: span.from, to: span.to === '24:00' ? MIDNIGHT : span.to } }",
    becomes: 'if (!goesOn) return { span, shown: span }',
    harm: 'hours until midnight come back as no time, and cannot be saved',
    tests: [PARTS],
  },
  {
    file: 'src/desk/settings/place-faults.ts',
    stands: 'return spans.map(({ day, nth: at }) => ({ ...fault, at: `${whole}[${day}][${at}]` }))',
    becomes: 'return [{ ...fault, at: whole }]',
    harm: 'hours that cross are marked nowhere',
    tests: [PARTS],
  },
  {
    file: 'src/desk/settings/edited-office.ts',
    stands: "...(rest.fieldType === 'select' && { options }),",
    becomes: "...(rest.fieldType === 'select' && { options: options.slice(options.length) }),",
    harm: 'whoever saves anything takes the choices out of all questions',
    tests: ['tests/unit/desk/settings-store.test.ts', 'tests/unit/desk/settings-parts.test.ts'],
    mendedBy:
      '[ADMIN-02] gives the questions of a line back as they are, with the choices of those that have some',
  },
  {
    file: 'src/desk/settings/settings-store.ts',
    stands: "if (saving.phase === 'saving') return\n      if (begun",
    becomes: 'if (begun',
    harm: 'what was just saved is taken for somebody else’s change, and asked about',
    tests: ['tests/unit/desk/settings-store.test.ts'],
    mendedBy: '[ADMIN-02] that were just saved, and looked at before the answer came, are nobody else’s',
  },
  {
    file: 'src/desk/settings/settings-screen.tsx',
    stands: '{leaveQuestion}\n        <EmptyState',
    becomes: '<EmptyState',
    harm: 'who loses their role with something typed cannot leave the page, nor sign out',
    tests: ['tests/unit/desk/settings-screen.test.tsx'],
  },
  {
    file: 'src/desk/settings/use-settings-store.ts',
    stands: '`office-settings-${clerk.clerk_id}-${office.id}`',
    becomes: '`office-settings-${office.id}`',
    harm: 'what one supervisor typed at a shared desk is saved in the name of the next',
    tests: ['tests/unit/desk/use-settings-store.test.tsx'],
  },
  {
    file: 'src/desk/settings/use-settings-store.ts',
    stands: "    if (phase !== 'in') return\n    const go",
    becomes: "    if (phase !== 'in' || phase === 'in') return\n    const go",
    harm: 'what was saved as the session ended, or without a network, is never saved',
    tests: ['tests/unit/desk/use-settings-store.test.tsx'],
  },
  {
    file: 'src/desk/settings/use-settings-store.ts',
    stands: '      await then()\n',
    becomes: '',
    harm: 'what was just saved is gone from the screen, and who goes on typing clashes with themselves',
    tests: ['tests/unit/desk/use-settings-store.test.tsx'],
  },
  {
    file: 'src/desk/settings/form-part.tsx',
    stands: '`pregunta-${browserRandom.uuid().slice(0, 8)}`',
    becomes: '`pregunta-${questions.length + 1}`',
    harm: 'a question shows the answers that were given to the one in whose place it came',
    tests: [EDITORS],
  },
  {
    file: 'src/desk/settings/modulos-part.tsx',
    stands: 'if (before?.modulo === modulo && prescribed.value.includes(before)) return before',
    becomes: '',
    harm: 'whoever types «Módulo 12» for a name gives its fixed lines to «Módulo 1»',
    tests: [EDITORS],
  },
  {
    file: 'src/desk/settings/edited-office.ts',
    stands: '...(isWebOnly && { latitude: null, longitude: null }),',
    becomes: '',
    harm: 'an office that goes on the internet alone is refused for a place that its page hides',
    tests: [PARTS],
  },
  {
    file: 'src/desk/settings/edited-office.ts',
    stands: "modalities.filter(one => !isVideoOnly || one !== 'in-person')",
    becomes: 'modalities',
    harm: 'a line that goes on by video is refused for a choice that its page hides',
    tests: [PARTS],
  },
  {
    file: 'src/desk/settings/line-reservations.tsx',
    stands: 'if (!line.takes_reservations && !wasFaulty)',
    becomes: 'if (!line.takes_reservations)',
    harm: 'shorter hours are refused for those of a line that takes no bookings, and nobody finds them',
    tests: [EDITORS],
  },
]
