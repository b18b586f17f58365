import { Socket } from 'phoenix'

/** Takes a number from the dispenser, by the genuine client: `node press.ts [address] [name]`. */
const [address = 'ws://127.0.0.1:4001/socket', name = 'somebody'] = process.argv.slice(2)

const socket = new Socket(address, { params: { name } })
socket.connect()
const room = socket.channel('room:front')
room.on('given', ({ number, to }: { number: number; to: string }) => console.log(`${number} is ${to}’s`))
room
  .join()
  .receive('ok', ({ last }: { last: number }) => {
    console.log(`the last number is ${last}`)
    room.push('press', {}).receive('ok', () => socket.disconnect())
  })
  .receive('error', ({ reason }: { reason: string }) => {
    console.error(`not let in: ${reason}`)
    process.exitCode = 1
    socket.disconnect()
  })
