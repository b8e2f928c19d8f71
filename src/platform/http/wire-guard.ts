import type { Socket } from 'node:net';

/** More bytes came for one request than any answer within the caps can need. */
class FloodError extends Error {
  readonly code = 'FLOOD';

  constructor() {
    super('the answer was too large on the wire');
    this.name = 'FloodError';
  }
}

/**
 * Ends a connection that brings more than `capBytes` for one request, framing included. The caps on the body cannot see chunk
 * extensions, interim answers, empty lines or a status line without an end: undici reads those for as long as they last.
 */
export function guardWire(socket: Socket, capBytes: number): void {
  const read = socket.read.bind(socket);
  let sentBytes = 0;
  let readBytes = 0;
  socket.read = (size) => {
    const chunk: unknown = read(size);
    // One request at a time is under way on a connection, so a new one begins when something was sent.
    if (socket.bytesWritten !== sentBytes) {
      sentBytes = socket.bytesWritten;
      readBytes = 0;
    }
    if (chunk instanceof Buffer) readBytes += chunk.length;
    if (readBytes <= capBytes) return chunk;
    socket.destroy(new FloodError());
    return null;
  };
}
