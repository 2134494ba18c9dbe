import { connect as connectPlain } from 'node:net';
import { connect as connectTls } from 'node:tls';

const SUBSCRIBE = Buffer.from('{"jsonrpc":"2.0","id":1,"method":"subscribeToBlocks"}');
const ANSWERED = Buffer.from('"result":1');
const TOLD = Buffer.from('"event":"connected"');

/**
 * A subscriber to blocks that does as little as can be, so that what is measured is the server: it looks for what it waits for in the
 * bytes that come. Resolves once it is subscribed; `onBlock` is called at each block.
 */
export function openIdleSubscriber(url, onBlock) {
  const { hostname: host, port, protocol } = new URL(url);
  const options = { host, port: Number(port), rejectUnauthorized: false };
  return new Promise((resolve, reject) => {
    const socket = protocol === 'https:' ? connectTls(options, handshake) : connectPlain(options, handshake);
    let isSubscribed = false;
    let isUpgraded = false;
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('a subscriber was disconnected')));
    socket.on('data', (chunk) => {
      if (isSubscribed) {
        if (chunk.includes(TOLD)) onBlock();
      } else if (isUpgraded) {
        if (!chunk.includes(ANSWERED)) return;
        isSubscribed = true;
        resolve(socket);
      } else {
        isUpgraded = true;
        socket.write(maskedFrame(SUBSCRIBE));
      }
    });
    function handshake() {
      socket.write(
        'GET / HTTP/1.1\r\nhost: bench\r\nconnection: upgrade\r\nupgrade: websocket\r\n' +
          'sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
      );
    }
  });
}

/** A text frame with a mask of zeros, which leaves the text as it is. */
function maskedFrame(text) {
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text]);
}
