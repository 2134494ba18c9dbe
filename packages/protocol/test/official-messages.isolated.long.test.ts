// Has a process of its own: it loads the official library.
import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import {
  consensusError,
  consensusErrorCode,
  encodeConsensusError,
  OFFICIAL_MESSAGES,
  type ConsensusError,
} from '@dapikit/protocol';
import { valuesOf } from './arbitrary.js';

const escaped = (text: string): string => text.replaceAll(/[$()+.?[\\\]^{|}]/g, String.raw`\$&`);
const PATTERNS = Object.entries(OFFICIAL_MESSAGES)
  .map(([code, text]) => ({
    code: Number(code),
    letters: text.replaceAll('*', '').length,
    pattern: new RegExp(
      `^${text
        .split('*')
        .map(escaped)
        .join(String.raw`[\s\S]*`)}$`,
    ),
  }))
  .toSorted((a, b) => b.letters - a.letters);

/** Returns what `@dashevo/wasm-sdk` 4.1.0 says about an error; nothing where it does not decode it. */
async function officialMessages(): Promise<(error: ConsensusError) => string | undefined> {
  const name = '@dashevo/wasm-sdk';
  const sdk = await import(name);
  await sdk.default();
  return (error) => {
    try {
      return String(sdk.ConsensusError.deserialize(encodeConsensusError(error)).message);
    } catch {
      return undefined;
    }
  };
}

test('the text of an official error leads to its code', async () => {
  const messageOf = await officialMessages();
  // It panics at some texts, and says so.
  vi.spyOn(console, 'error').mockReturnValue();
  const found = new Set<number>();
  const wrong: string[] = [];
  const samples = fc.sample(valuesOf(consensusError.description), { numRuns: 8000, seed: 11 });
  for (const sample of samples) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made from the description of errors
    const error = sample as ConsensusError;
    const code = consensusErrorCode(error);
    const message = messageOf(error);
    if (message === undefined || OFFICIAL_MESSAGES[code] === undefined) continue;
    found.add(code);
    const best = PATTERNS.find(({ pattern }) => pattern.test(message));
    if (best?.code !== code) wrong.push(`${code} as ${best?.code}: ${message}`);
  }
  vi.restoreAllMocks();
  expect(wrong).toEqual([]);
  expect(Object.keys(OFFICIAL_MESSAGES).filter((code) => !found.has(Number(code)))).toEqual([]);
});
