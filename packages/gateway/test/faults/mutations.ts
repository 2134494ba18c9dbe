import { DIFFS, SUBMISSIONS } from '../recorded-layer1.js';

/** Numbers in [0, 1) that are the same for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const call = (method: string, params: unknown): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });

/** Bodies that are answered well, to start from. */
const BODIES: readonly string[] = [
  call('getBestBlockHash', []),
  call('getBlockHash', { height: 100 }),
  call('getStatus', {}),
  ...SUBMISSIONS.filter(({ hex }) => hex.length < 1000).map(({ hex }) =>
    call('sendRawTransaction', [hex, false, null]),
  ),
  ...DIFFS.slice(0, 5).map(({ params: [, baseBlockHash, blockHash] }) =>
    call('getMnListDiff', { baseBlockHash, blockHash }),
  ),
  `[${call('getBlockHash', { height: 1 })},${call('getBlockHash', { height: -1 })},${call('getStatus', null)}]`,
  '{"jsonrpc":"2.0","method":"getStatus"}',
];

/** What JSON and this interface are written with. */
const TOKENS: readonly string[] = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '\\',
  '\0',
  '\u2028',
  '\ud800',
  'é',
  '\ufeff',
  '//',
  '\r\n',
  'null',
  'true',
  '1e400',
  '-0',
  '1.0',
  '18446744073709551616',
  '4294967296',
  '"jsonrpc":"1.0",',
  '"id":{}',
  '"id":',
  '"method":',
  '"params":',
  '"__proto__":{"x":1},',
  '"constructor":',
  'toString',
  'getBlockHash',
  'sendRawTransaction',
  '\\u0000',
  '\\ud83d',
  '[[[[[[[[',
  ' '.repeat(100),
  'f'.repeat(300),
];

/** Returns a body with a few errors in it. */
export function anyBody(random: () => number): string {
  const below = (bound: number): number => Math.floor(random() * bound);
  const pick = (list: readonly string[]): string => list[below(list.length)] ?? '';
  let text = pick(BODIES);
  for (let turns = below(5); turns >= 0; turns -= 1) {
    const at = below(text.length + 1);
    const end = at + below(below(4) === 0 ? text.length : 8);
    switch (below(6)) {
      case 0:
        text = text.slice(0, at) + text.slice(end);
        break;
      case 1:
        text = text.slice(0, at) + pick(TOKENS) + text.slice(at);
        break;
      case 2:
        text = text.slice(0, at) + pick(TOKENS) + text.slice(end);
        break;
      case 3:
        text = text.slice(0, end) + text.slice(at, end) + text.slice(end);
        break;
      case 4:
        text = text.slice(0, at) + String.fromCharCode(below(0x10000)) + text.slice(at + 1);
        break;
      default:
        text = text.slice(0, at) + pick(BODIES).slice(below(50)) + text.slice(end);
    }
  }
  return text;
}
