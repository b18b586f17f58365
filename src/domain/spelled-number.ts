/** Letter by letter and digit by digit, as one says a number of a dispenser: "A 0 4 2". */
export const spelledNumber = (ticket: string): string => ticket.split('').join(' ')
