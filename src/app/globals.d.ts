/** Replaced at the build by package.json's version (SHELL-09). */
declare const __NUMERITO_VERSION__: string
