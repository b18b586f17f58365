/** What a socket server must let pass where all phones of a bench have one address. */
export const ONE_ADDRESS = { addressSockets: 1_000_000, addressConnects: 1_000_000 }
