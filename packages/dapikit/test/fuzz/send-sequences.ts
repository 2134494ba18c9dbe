import { connect as connectPlain } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import type { Target } from './targets.js';

/** What is sent over one connection. */
export interface Sent {
  readonly index: number;
  readonly isTls: boolean;
  readonly pieces: readonly Buffer[];
}

/** Describes sequences of one kind. */
export interface Kind<Sequence extends Sent> {
  readonly sequenceOf: (seed: number, index: number) => Sequence;
  /** Checks what came back so far. */
  readonly check: (
    sequence: Sequence,
    received: Buffer,
    isClosed: boolean,
  ) => { readonly error?: string; readonly isComplete: boolean };
  /** Whether it is known what has to come back. */
  readonly isKnown: (sequence: Sequence) => boolean;
  /** The protocol that TLS negotiates; none when absent. */
  readonly alpn?: string;
}

/** `FUZZ_SEED=7 FUZZ_SEQUENCES=100000` tries others, `FUZZ_ONLY=12,34` only those sequences. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);
const ONLY = process.env['FUZZ_ONLY']?.split(',').map(Number);
const IN_FLIGHT = 96;
/** How long nothing comes back over a connection until it is left, where it is not known what has to come. */
const QUIET_MS = 40;
const PATIENCE_MS = 60_000;

/** Returns how many sequences are sent. */
export const sequenceCount = (usual: number): number => Number(process.env['FUZZ_SEQUENCES'] ?? usual);

function doNothing(): void {}

/** Sends a sequence; gives what is wrong with what came back, `undefined` where nothing is. */
async function attempt<Sequence extends Sent>(
  port: number,
  sequence: Sequence,
  { check, isKnown, alpn }: Kind<Sequence>,
): Promise<string | undefined> {
  const address = { port, host: '127.0.0.1' };
  const socket = sequence.isTls
    ? connectTls({ ...address, rejectUnauthorized: false, ...(alpn && { ALPNProtocols: [alpn] }) })
    : connectPlain(address);
  socket.setNoDelay(true);
  const chunks: Buffer[] = [];
  let isClosed = false;
  let latest = performance.now();
  let wake = doNothing;
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    latest = performance.now();
    wake();
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isClosed = true;
    wake();
  });
  for (const piece of sequence.pieces) {
    socket.write(piece);
    await new Promise(setImmediate);
  }
  const deadline = performance.now() + PATIENCE_MS;
  try {
    for (;;) {
      const received = Buffer.concat(chunks);
      const { error, isComplete } = check(sequence, received, isClosed);
      if (error !== undefined) return `${error}\nreceived: ${JSON.stringify(received.toString('latin1'))}`;
      if (isComplete || isClosed) return undefined;
      if (!isKnown(sequence) && performance.now() > latest + QUIET_MS) return undefined;
      if (performance.now() > deadline)
        return `something is missing\nreceived: ${JSON.stringify(received.toString('latin1'))}`;
      await Promise.race([new Promise<void>((resolve) => (wake = resolve)), sleep(QUIET_MS)]);
    }
  } finally {
    socket.destroy();
  }
}

const shown = ({ index, isTls, pieces }: Sent): string =>
  `FUZZ_SEED=${SEED} FUZZ_ONLY=${index} (${isTls ? 'TLS' : 'plain'}): ${JSON.stringify(pieces.map((piece) => piece.toString('latin1')))}`;

/** Sends sequences, many at once; gives the first that fails, or those in flight when the process ended. */
export async function failures<Sequence extends Sent>(
  { port, process: { exit } }: Target,
  kind: Kind<Sequence>,
  count: number,
): Promise<string[]> {
  const indices = ONLY ?? Array.from({ length: count }, (_, index) => index);
  const inFlight = new Map<number, Sequence>();
  const found: string[] = [];
  const ended = new AbortController();
  void exit.then(() => ended.abort());
  let next = 0;
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async () => {
      while (next < indices.length && found.length === 0 && !ended.signal.aborted) {
        const sequence = kind.sequenceOf(SEED, indices[next] ?? 0);
        next += 1;
        inFlight.set(sequence.index, sequence);
        const error = await attempt(port, sequence, kind);
        if (ended.signal.aborted) return;
        inFlight.delete(sequence.index);
        if (error !== undefined) found.push(`${shown(sequence)}\n${error}`);
      }
    }),
  );
  // The last sequence may have ended it.
  await sleep(100);
  if (ended.signal.aborted)
    found.unshift('the process ended; in flight were:', ...[...inFlight.values()].map(shown));
  return found;
}
