/** How many offices stand there: on a phone the categories must show under them. */
export const HOME_ROWS = { mobile: 2, desktop: 5 }
