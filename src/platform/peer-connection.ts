/** The browser's own connection to another browser. */
export const connectPeer = (configuration: RTCConfiguration): RTCPeerConnection =>
  new RTCPeerConnection(configuration)

/** Some browsers have none: an iPhone in lockdown mode, windows inside other applications. */
export const canConnectPeers = (): boolean => 'RTCPeerConnection' in globalThis
