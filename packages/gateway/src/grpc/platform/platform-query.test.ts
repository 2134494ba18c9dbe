import type { PathQuery } from '@dapikit/proof';
import { describe, expect, it } from 'vitest';
import { Platform } from '../generated/dapi_pb.js';
import { oneofMember, platformQuery } from './platform-query.js';

const METADATA = {
  height: 7n,
  coreHeight: 5,
  epoch: 0,
  time: 1_700_000_000_000,
  protocolVersion: 13,
  chainId: 'local',
};
const SIGNATURE = {};
const PROOF = Uint8Array.of(1, 2, 3);
const QUERY: PathQuery = { path: [], query: { items: [] } };

/** Calls a method with a state whose proofs prove any query, and returns its response and the proven queries. */
async function call(method: ReturnType<typeof platformQuery>, prove: boolean) {
  const proven: unknown[] = [];
  const state = {
    metadata: METADATA,
    signature: SIGNATURE,
    proofs: {
      prove: async (query: unknown) => {
        proven.push(query);
        return Promise.resolve(PROOF);
      },
    },
  };
  const run = async (work: (given: typeof state) => Promise<unknown>) => work(state);
  const platform = { readState: run, readProvenState: run };
  const context = {
    charge: async () => Promise.resolve(),
    platform: { platform: async () => Promise.resolve(platform) },
  };
  const request = { version: { case: 'v0', value: { prove, tokenId: new Uint8Array(32) } } };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parts that a query uses
  const response: unknown = await method.handle(request as never, context as never);
  return { response, proven };
}

describe('a query of the platform', () => {
  it.each([false, true])('reads its request once, with a proof: %s', async (prove) => {
    let reads = 0;
    const method = platformQuery(Platform.method.getTokenContractInfo, {
      summary: 'Returns something',
      read: ({ tokenId }) => {
        reads += 1;
        return { tokenId };
      },
      answer: async ({ tokenId }) =>
        Promise.resolve(oneofMember('data', { contractId: tokenId, tokenContractPosition: 3 })),
      select: () => QUERY,
    });
    const { response, proven } = await call(method, prove);
    expect(reads).toBe(1);
    expect(proven).toEqual(prove ? [QUERY] : []);
    expect(response).toMatchObject({
      version: { value: { result: { case: prove ? 'proof' : 'data' }, metadata: { height: 7n } } },
    });
  });

  it('reads nothing of a forwarded request whose proof the request alone does not decide', () => {
    const method = platformQuery(Platform.method.getTokenContractInfo, {
      summary: 'Returns something',
      read: () => undefined,
      answer: async () => Promise.resolve(undefined),
      subject: undefined,
      prove: () => QUERY,
    });
    expect(method.subject).toBeUndefined();
  });

  it('does not compile without a proof', () => {
    // @ts-expect-error -- select, prove or answerProven is missing
    platformQuery(Platform.method.getTokenContractInfo, {
      summary: 'Returns something',
      read: () => undefined,
      answer: async () => Promise.resolve(undefined),
    });
    // @ts-expect-error -- subject is missing beside prove
    platformQuery(Platform.method.getTokenContractInfo, {
      summary: 'Returns something',
      read: () => undefined,
      answer: async () => Promise.resolve(undefined),
      prove: () => QUERY,
    });
    expect(platformQuery).toBeTypeOf('function');
  });
});
