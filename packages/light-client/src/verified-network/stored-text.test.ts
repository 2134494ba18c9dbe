import { expect, it } from 'vitest';
import { origin, provenState } from '../../test/proven-state.js';
import { StoredText } from './stored-text.js';

const HEIGHT = 946_600;
const ONE = 'aa'.repeat(32);
const failed = (error: unknown): never => {
  throw error;
};

it.each([
  ['the same accepted block', new Map([[HEIGHT, ONE]]), true],
  ['another accepted block', new Map([[HEIGHT, 'bb'.repeat(32)]]), false],
  ['no accepted block any more', new Map(), false],
])(
  'a stored state counts by the accepted blocks that it was reached with: %s',
  async (_, accepted, isKept) => {
    let text: string | undefined;
    const store = { read: async () => text, write: async (written: string) => void (text = written) };
    const proven = provenState();
    const written = new StoredText(store, { origin, accepted: new Map([[HEIGHT, ONE]]), failed });
    written.note(proven, 0);
    await written.flush();
    const read = await new StoredText(store, { origin, accepted, failed }).read();
    expect(read?.state.hash).toBe(isKept ? proven.state.hash : undefined);
  },
);
