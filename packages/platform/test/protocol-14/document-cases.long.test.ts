import { describe, expect, it } from 'vitest';
import { documentIdIn, T0 } from '../platform-fixture.js';
import { codeOf, readCases, withPreview } from './preview-room.js';

interface Case {
  readonly name: string;
  readonly kind: string;
  readonly contract: string;
  readonly type: string;
  readonly action: 'create' | 'replace' | 'delete';
  readonly owner: string;
  readonly verdict: 'accept' | 'reject';
  readonly code?: number;
  readonly document?: unknown;
  readonly stored?: unknown;
  readonly system?: Readonly<Record<string, number>>;
  readonly totals?: object;
  readonly state?: object;
}

const CONTRACTS = new Map(
  readCases<{ readonly key: string; readonly contract: object }>('document-contracts.jsonl').map(
    ({ key, contract }) => [key, contract],
  ),
);

/** What needs a state of its own has tests of its own; `social` has token costs, and the versions of `requiredSince` come with updates. */
const CASES = readCases<Case>('documents.jsonl').filter(
  ({ kind, totals, state }) =>
    totals === undefined && state === undefined && kind !== 'social' && kind !== 'requiredSince',
);

/** Replaces `{"$hex": "…"}` by bytes. */
function withBytes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withBytes);
  if (typeof value !== 'object' || value === null) return value;
  if ('$hex' in value) return Uint8Array.from(Buffer.from(String(value.$hex), 'hex'));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withBytes(inner)]));
}

const dataOf = (value: unknown): Record<string, unknown> => ({ ...Object(withBytes(value)) });

describe('a platform at protocol 14 judges writes', () => {
  it.each(CASES)('$name: $verdict $code', async (one) =>
    withPreview(
      async ({ platform, clock, alice }) => {
        const {
          action,
          type,
          verdict,
          code: wanted,
          document,
          stored,
          contract,
          system = {},
        } = readAs(alice, one);
        const registered = { ...CONTRACTS.get(contract), id: undefined, ownerId: undefined };
        const { contractId } = await platform.registerContract({ by: alice, contract: registered });
        const on = { by: alice, contractId, documentType: type };
        const before =
          action === 'create' ? undefined : await platform.createDocument({ ...on, data: dataOf(stored) });
        const id = before === undefined ? '' : documentIdIn(before.document);
        clock.set(Math.max(system['$updatedAt'] ?? 0, clock.now()));
        const data = dataOf(document);
        const code = await codeOf(
          action === 'create'
            ? platform.createDocument({ ...on, data })
            : action === 'replace'
              ? platform.replaceDocument({ ...on, id, data })
              : platform.deleteDocument({ ...on, id }),
        );
        expect(code).toBe(verdict === 'accept' ? 'accepted' : (wanted ?? code));
        expect(code === 'accepted').toBe(verdict === 'accept');
      },
      { time: one.system?.['$createdAt'] ?? T0 },
    ),
  );
});

/** Returns a case of which an identity is the owner. */
const readAs = (identity: string, one: Case): Case =>
  JSON.parse(JSON.stringify(one).replaceAll(one.owner, identity));
