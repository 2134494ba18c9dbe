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
    const written = new StoredText(store, {
      origin,
      accepted: new Map([[HEIGHT, ONE]]),
      acceptedStates: new Map(),
      failed,
    });
    written.note(proven, 0);
    await written.flush();
    const read = await new StoredText(store, { origin, accepted, acceptedStates: new Map(), failed }).read();
    expect(read?.state.hash).toBe(isKept ? proven.state.hash : undefined);
  },
);

it.each([
  ['the same accepted state', new Map([[7, ONE]]), { height: 9, appHash: ONE }],
  ['another accepted state', new Map([[7, 'bb'.repeat(32)]]), undefined],
])(
  'the highest state of the platform is stored, and forgotten where another one was accepted: %s',
  async (_, acceptedStates, platform) => {
    let text: string | undefined;
    const store = { read: async () => text, write: async (written: string) => void (text = written) };
    const parts = { origin, accepted: new Map<number, string>(), failed };
    const written = new StoredText(store, { ...parts, acceptedStates: new Map([[7, ONE]]) });
    written.note({ ...provenState(), platform: { height: 9, appHash: ONE } }, 0);
    await written.flush();
    const read = await new StoredText(store, { ...parts, acceptedStates }).read();
    expect([read?.state.height, read?.platform]).toEqual([provenState().state.height, platform]);
  },
);
