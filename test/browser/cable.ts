/** Lets a test cut the connection of the websocket and restore it, or lose what comes over it. */
export const CABLE = `
  const sockets = new Set()
  let isCut = false
  let isMute = false
  window.WebSocket = class extends WebSocket {
    constructor(url) {
      super(isCut ? String(url).replace('/websocket', '/nowhere') : url)
      sockets.add(this)
    }
    set onmessage(listener) {
      super.onmessage = (event) => {
        if (!isMute) listener(event)
      }
    }
  }
  window.mute = () => {
    isMute = true
  }
  window.cut = () => {
    isCut = true
    for (const socket of sockets) socket.close()
  }
  window.restore = () => {
    isCut = false
    dispatchEvent(new Event('online'))
  }
`
