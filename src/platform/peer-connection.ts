/** The browser's own connection to another browser. */
export const connectPeer = (configuration: RTCConfiguration): RTCPeerConnection =>
  new RTCPeerConnection(configuration)
