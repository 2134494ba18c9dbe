// A process that sends one request over and over on each of its connections, and reads whole answers. It does as little else as
// possible, so that the server is measured.
import { connect as connectPlain } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** Times are counted in steps of ten microseconds, up to ten seconds. */
const STEPS_A_MILLISECOND = 100;
const STEPS = 1_000_000;
/** No head of a server here is longer. Of a body, only the length matters. */
const MAX_HEAD_BYTES = 4_096;
const LENGTH = /\r\ncontent-length: (\d+)\r\n/i;

process.once('message', async (load) => {
  const go = await prepare(load);
  process.once('message', async () => {
    process.send(await go());
    process.disconnect();
  });
  process.send('ready');
});

/**
 * Opens the connections, and gives what puts the load on them.
 * @param load until when: after `duration` seconds, or after `amount` requests
 */
async function prepare({ url, body, headers, connections, duration = Infinity, amount = Infinity }) {
  const { hostname: host, port, protocol, host: authority } = new URL(url);
  const head = Object.entries({
    host: authority,
    'content-type': 'application/json',
    ...headers,
    'content-length': Buffer.byteLength(body),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = Buffer.from(`POST / HTTP/1.1\r\n${head.join('')}\r\n${body}`);
  const times = new Uint32Array(STEPS);
  let [sent, answered] = [0, 0];
  const sockets = await Promise.all(Array.from({ length: connections }, open));
  let end = Infinity;

  return async () => {
    const started = performance.now();
    const cpu = process.cpuUsage();
    end = started + duration * 1000;
    await Promise.all(sockets.map(keepAsking));
    const seconds = (performance.now() - started) / 1000;
    const { user, system } = process.cpuUsage(cpu);
    return {
      answered,
      perSecond: answered / seconds,
      p50: percentile(0.5),
      p99: percentile(0.99),
      loadMicroseconds: (user + system) / answered,
    };
  };

  function open() {
    const options = { host, port: Number(port), rejectUnauthorized: false };
    return new Promise((resolve, reject) => {
      const connect = protocol === 'https:' ? connectTls : connectPlain;
      const socket = connect(options, () => resolve(socket.setNoDelay(true)));
      socket.once('error', reject);
    });
  }

  function keepAsking(socket) {
    return new Promise((resolve, reject) => {
      let head = '';
      let length;
      let received = 0;
      let since = ask();
      socket.on('data', (chunk) => {
        received += chunk.length;
        if (length === undefined) {
          head += chunk.latin1Slice(0, Math.min(chunk.length, MAX_HEAD_BYTES));
          length = lengthOf(head);
          if (length === undefined) return;
          if (!head.startsWith('HTTP/1.1 200')) reject(new Error(`a request failed: ${head}`));
        }
        if (received < length) return;
        head = '';
        length = undefined;
        received = 0;
        answered += 1;
        const now = performance.now();
        times[Math.min(STEPS - 1, Math.floor((now - since) * STEPS_A_MILLISECOND))] += 1;
        if (sent >= amount || now >= end) resolve(socket.destroy());
        else since = ask();
      });
      socket.once('close', () => reject(new Error('a connection was closed')));

      function ask() {
        sent += 1;
        socket.write(request);
        return performance.now();
      }
    });
  }

  function percentile(part) {
    let left = answered * part;
    return times.findIndex((count) => (left -= count) <= 0) / STEPS_A_MILLISECOND;
  }
}

/** Of a whole answer; `undefined` while its head has not come. */
function lengthOf(answer) {
  const headEnd = answer.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const [, length] = LENGTH.exec(answer.slice(0, headEnd + 2)) ?? [];
  return headEnd + 4 + Number(length);
}
