/** Replaced at the build by package.json's version (SHELL-09). */
declare const __NUMERITO_VERSION__: string

/** The application's entry: known by its address only once it is built. */
declare module 'numerito:application'
