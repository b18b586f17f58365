/**
 * As much of a browser's connection as the call asks of it: it offers when told to, and stands as the test
 * says.
 */
export class FakePeer {
  connectionState = 'new'
  signalingState = 'stable'
  localDescription: { type: string; sdp: string } | null = null
  remoteDescription: { type: string; sdp: string } | null = null
  onnegotiationneeded: (() => void) | null = null
  onicecandidate: ((event: { candidate: null }) => void) | null = null
  ontrack: ((event: { track: unknown }) => void) | null = null
  onconnectionstatechange: (() => void) | null = null
  configuration: RTCConfiguration
  restarts = 0
  #offers = 0
  #isNeeded = false

  constructor(configuration: RTCConfiguration) {
    this.configuration = configuration
  }

  getConfiguration = () => this.configuration
  setConfiguration(configuration: RTCConfiguration) {
    this.configuration = configuration
  }
  /** However much is added at once, the browser says once that it needs an offer. */
  addTransceiver() {
    if (this.#isNeeded) return
    this.#isNeeded = true
    queueMicrotask(() => this.onnegotiationneeded?.())
  }
  getTransceivers = () => []
  createDataChannel = () => ({ readyState: 'connecting', send() {} })
  async setLocalDescription() {
    const type = this.signalingState === 'have-remote-offer' ? 'answer' : 'offer'
    if (type === 'offer') this.#offers += 1
    this.localDescription = { type, sdp: `${type} ${this.#offers}` }
    this.signalingState = type === 'offer' ? 'have-local-offer' : 'stable'
  }
  async setRemoteDescription(description: { type: string; sdp: string }) {
    this.remoteDescription = description
    this.signalingState = description.type === 'offer' ? 'have-remote-offer' : 'stable'
  }
  async addIceCandidate() {
    if (!this.remoteDescription) throw new Error('The remote description was null')
  }
  restartIce() {
    this.restarts += 1
    this.onnegotiationneeded?.()
  }
  close() {
    this.signalingState = 'closed'
  }
  stand(state: string) {
    this.connectionState = state
    this.onconnectionstatechange?.()
  }
}
