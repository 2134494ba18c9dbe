import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, openPreview, readCases, type PreviewRoom } from './preview-room.js';

interface Case {
  readonly name: string;
  readonly verdict: 'accept' | 'reject';
  readonly code?: number;
  readonly contract: CaseContract;
  readonly update_of?: CaseContract;
}
interface CaseContract {
  readonly id?: string;
  readonly ownerId?: string;
  readonly version?: number;
}

const CASES = readCases<Case>('contracts.jsonl');

let room: PreviewRoom;
beforeAll(async () => {
  room = await openPreview();
});
afterAll(async () => room.platform.close());

/** A contract without its made-up ids: those of a registered one follow from its owner. */
const own = ({ id: _id, ownerId: _owner, ...contract }: CaseContract): object => contract;

/** The identities of a case that is accepted where they exist: those of this platform stand for them. */
const APPOINTED: readonly string[] = [
  ...JSON.stringify(CASES.find(({ name }) => name === 'moderation/16 appointed')?.contract)
    .match(/"identities":\[([^\]]*)\]/)![1]!
    .matchAll(/\w{43,44}/g),
].map(([id]) => id);
const existing = new Map<string, string>();

async function createIdentities(ids: readonly string[]): Promise<void> {
  for (const id of ids)
    existing.set(id, (await room.platform.createIdentity({ seed: id, credits: 1_000_000n })).id);
}

const withIdentities = (contract: object): object =>
  JSON.parse(JSON.stringify(contract).replaceAll(/\w{43,44}/g, (id) => existing.get(id) ?? id));

type Verdict = Pick<Case, 'verdict' | 'code'>;

/** A verdict with its number, where the case says one. */
const verdictOf = (code: Awaited<ReturnType<typeof codeOf>>, wanted: Verdict): Verdict =>
  code === 'accepted'
    ? { verdict: 'accept' }
    : { verdict: 'reject', ...(wanted.code === undefined || code === undefined ? {} : { code }) };

const wantedOf = ({ verdict, code }: Verdict): Verdict => ({
  verdict,
  ...(code === undefined ? {} : { code }),
});

describe('a platform at protocol 14 registers contracts', () => {
  it.each(CASES.filter((one) => one.update_of === undefined))('$name: $verdict $code', async (one) => {
    const { platform, owner } = room;
    if (one.name === 'moderation/16 appointed') await createIdentities(APPOINTED);
    const contract = withIdentities(own(one.contract));
    const code = await codeOf(platform.registerContract({ by: owner, contract }));
    expect(verdictOf(code, one)).toEqual(wantedOf(one));
  });
});

describe('a platform at protocol 14 updates contracts', () => {
  it.each(CASES.flatMap(({ update_of: before, ...one }) => (before ? [{ ...one, before }] : [])))(
    '$name: $verdict $code',
    async ({ before, contract, ...one }) => {
      const { platform, owner } = room;
      // A platform registers first versions only: where a case has a later one, the numbers are moved.
      const first = before.version ?? 1;
      const registered = { ...own(before), version: 1 };
      const { contractId } = await platform.registerContract({ by: owner, contract: registered });
      const version = (contract.version ?? first + 1) - first + 1;
      const code = await codeOf(
        platform.updateContract({ by: owner, contractId, contract: { ...own(contract), version } }),
      );
      expect(verdictOf(code, one)).toEqual(wantedOf(one));
    },
  );
});
