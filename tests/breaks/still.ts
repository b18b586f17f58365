import type { Break } from './break.ts'

const STILL = 'tests/browser/app-still.test.ts'
const FRAME = 'tests/browser/first-frame.test.ts'
const STOOD = 'tests/unit/stores/last-stood.test.ts'

/** What moves under a finger once it is known who is here, and what they hold. */
export const still: Break[] = [
  {
    file: 'src/screens/profile/profile-screen.tsx',
    stands: 'unknown && lastStood.somebody() && <PushSwitchPlace />',
    becomes: 'null',
    harm: 'the profile’s choices move away under the finger once the session is there',
    tests: [STILL],
  },
  {
    file: 'src/screens/profile/who-card.tsx',
    stands: '<Place>{lastStood.somebody() ? <PersonPlace /> : <GuestNote />}</Place>',
    becomes: '<i />',
    harm: 'the whole profile moves down once it is known who is here',
    tests: [STILL],
  },
  {
    file: 'src/app/application.tsx',
    stands: 'import { Suspense, useEffect }',
    becomes: 'import { Suspense, useLayoutEffect as useEffect }',
    harm: 'what was typed into the search is gone when the application comes',
    tests: [FRAME],
  },
  {
    file: 'src/app/shell/active-bar.tsx',
    stands: '    stoodKeeper.keepHeld([',
    becomes: '    ;(() => {})([',
    harm: 'the number in the hand pushes the offices down while one of them is pressed',
    tests: [STILL],
  },
  {
    file: 'src/screens/held/held-list.tsx',
    stands: '  if (isLoading) return <HeldPlaces officeSlug={officeSlug} />',
    becomes: '  if (isLoading) return null',
    harm: 'the number in the hand pushes an office’s lines down while one of them is pressed',
    tests: [STILL],
  },
  {
    file: 'src/screens/shared/office-wait.tsx',
    stands: 'if (wait === null) return <span className={styles.wait} />',
    becomes: 'if (wait === null) return null',
    harm: 'a list of offices is set anew when the waits come',
    tests: [FRAME],
  },
  {
    file: 'src/screens/shared/office-wait.module.css',
    stands: 'inline-size: var(--wait);',
    becomes: 'min-inline-size: 5rem;',
    harm: 'names beside a long wait are set anew, and every row under them moves',
    tests: [FRAME],
  },
  {
    file: 'src/ui/state/skeleton.module.css',
    stands: 'color: transparent !important;',
    becomes: 'color: transparent;',
    harm: 'every office says «10–30 min» until its true wait has come',
    tests: ['tests/browser/first-frame.test.ts'],
  },
  {
    file: 'src/ui/state/skeleton.module.css',
    stands: '    .words {\n      visibility: hidden;\n    }\n',
    becomes: '',
    harm: 'who needs strong contrast reads words that nobody said',
    tests: ['tests/browser/first-frame.test.ts'],
  },
  {
    file: 'src/ui/state/skeleton.module.css',
    stands: '  .words :empty {\n    visibility: hidden;\n  }\n',
    becomes: '  .words {\n    display: none;\n  }\n',
    harm: 'what a page names at once moves as soon as it can be used',
    tests: [FRAME],
  },
  {
    file: 'src/app/start-late.ts',
    stands: "stoodKeeper.keepSomebody(session.user && (session.user.temporal ? 'temporary' : 'registered'))",
    becomes: 'void session',
    harm: 'the profile keeps a guest’s places free for a person',
    tests: [STILL],
  },
  {
    file: 'src/app/shell/view-shell.tsx',
    stands: 'showsNav && <DockPlace />',
    becomes: '<DockPlace />',
    harm: '«Renunciar» moves down under the finger that wants to let others pass',
    tests: [STILL],
  },
  {
    file: 'src/screens/policy/policy.module.css',
    stands: 'visibility: hidden;',
    becomes: 'display: none;',
    harm: 'the press that sends the form lands beside it when the policy comes',
    tests: [STILL],
  },
  {
    file: 'src/screens/home/home-screen.module.css',
    stands: 'min-block-size: 7rem;',
    becomes: 'min-block-size: 0;',
    harm: 'the offices push away what stands under them while it is pressed',
    tests: [STILL],
  },
  {
    file: 'src/stores/keep-last-stood.ts',
    stands: '    if (settings.read(key) !== value) settings.write(key, value)',
    becomes: '    settings.write(key, value)',
    harm: 'every drawing writes to the disk',
    tests: [STOOD],
  },
  {
    file: 'src/screens/take/take-steps.tsx',
    stands: 'mine.tuid === taken',
    becomes: 'taken === undefined',
    harm: 'whoever has just taken a number is warned that they have one',
    tests: ['tests/browser/errands-left.test.ts'],
  },
  {
    file: 'src/ui/card/ticket-number.tsx',
    stands: 'isBig && number.length > WHOLE_CHARACTERS && styles.breakable',
    becomes: 'isBig && styles.breakable',
    harm: 'all that stands under the number moves up once its face has come',
    tests: ['tests/unit/ui/card.test.tsx'],
  },
  {
    file: 'src/ui/state/skeleton.tsx',
    stands: '    aria-hidden="true"\n',
    becomes: '',
    harm: 'a reader says «10 to 30 min, 10 waiting» of every office whose wait is not known yet',
    tests: ['tests/unit/screens/office-list.test.tsx'],
  },
]
