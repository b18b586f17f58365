/** A turn of the loop in which the browser paints and hears the person, between one long step and another. */
export const breath = (): Promise<void> => new Promise(resolve => setTimeout(resolve))
