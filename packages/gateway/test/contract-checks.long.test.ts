import { validateContract } from '@dapikit/contract';
import { createPlatform } from '@dapikit/platform';
import { checkContract } from '@dapikit/platform/check-contract';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkContractInThread } from '../src/controls/platform/check-contract-in-thread.js';
import { ContractChecks } from '../src/http-api/routes/contract-checks.js';
import { gatewayForTest } from './gateway-under-test.js';
import { BEST_BLOCK_HASH_CALL } from './json-rpc-calls.js';
import { openConnection, postText } from './raw-connection.js';

const OPTIONS = { maxDiagnostics: 250 };

/** A contract with so many properties, each of them wrong. */
const contractOf = (properties: number): string =>
  JSON.stringify({
    note: {
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: properties }, (_, at) => [`p${at}`, { type: 'string', maxLenght: 63 }]),
      ),
    },
  });
const LONG = contractOf(5500);
const SOUND = JSON.stringify({
  note: {
    type: 'object',
    properties: { text: { type: 'string', maxLength: 63, position: 0 } },
    additionalProperties: false,
  },
});

function checksForTest(maxWaiting: number): ContractChecks {
  const checks = new ContractChecks({ maxThreads: 1, maxWaiting });
  onTestFinished(() => checks.close());
  return checks;
}

describe('contract checks', () => {
  it.each([
    ['a short contract', '{"note":{"type":"object"}}'],
    ['a long contract', LONG],
    ['long text that is not JSON', '{"a"'.repeat(10_000)],
  ])('return the same verdict as the library on %s', async (_, text) => {
    const verdict = await checksForTest(1).check({ text, options: OPTIONS });
    expect(JSON.parse(verdict)).toEqual(JSON.parse(JSON.stringify(validateContract(text, OPTIONS))));
  });

  it('reject a long contract while too many wait, and accept one afterwards', async () => {
    const checks = checksForTest(2);
    const check = { text: LONG, options: OPTIONS };
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => checks.check(check)));
    const rejected = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(rejected.length).toBeGreaterThanOrEqual(5);
    for (const { reason } of rejected)
      expect(reason).toMatchObject({ status: 503, data: { reason: 'contract-checks-busy' } });
    expect(outcomes.length - rejected.length).toBeGreaterThanOrEqual(2);
    await expect(checks.check(check)).resolves.toContain('"ok":false');
  });

  it('do not block other requests during a long contract', async () => {
    const { port } = await gatewayForTest();
    const [checking, calling] = [await openConnection(port, 'http'), await openConnection(port, 'http')];
    const order: string[] = [];
    checking.write(postText(LONG).replace('POST / ', 'POST /contracts/validate '));
    const checked = checking.response().then(({ status }) => order.push(`checked ${status}`));
    // The whole contract is there before the call is.
    await new Promise((resolve) => setTimeout(resolve, 20));
    calling.write(postText(BEST_BLOCK_HASH_CALL));
    const called = calling.response().then(({ status }) => order.push(`called ${status}`));
    await Promise.all([checked, called]);
    expect(order).toEqual(['called 200', 'checked 200']);
  });
});

describe('contract checks of a platform', () => {
  const TERMS = { id: '', ownerId: '', version: 1, protocolVersion: 13, network: 'regtest' } as const;

  it.each(['convert', 'register', 'update', 'foreign-update', 'install'] as const)(
    'return the same verdict in a thread: %s',
    async (kind) => {
      const checks = checksForTest(1);
      for (const contract of [LONG, JSON.parse(LONG), '{"a"'.repeat(10_000)]) {
        const check = { ...TERMS, kind, contract, registered: SOUND };
        expect(await checks.judge(check)).toEqual(checkContract(check));
      }
      const accepted = { ...TERMS, kind, contract: SOUND, registered: SOUND.padEnd(20_000) };
      expect(await checks.judge(accepted)).toEqual(checkContract(accepted));
    },
  );

  it('yield to other work during registrations, updates and installations', async () => {
    let turns = 0;
    const count = (): void => {
      turns += 1;
      turning = setImmediate(count);
    };
    let turning = setImmediate(count);
    const kinds = new Map<string, number>();
    const platform = await createPlatform({
      checkContract: async (check) => {
        const before = turns;
        const verdict = await checkContractInThread(check);
        kinds.set(check.kind, turns - before);
        return verdict;
      },
    });
    onTestFinished(async () => {
      clearImmediate(turning);
      await platform.close();
    });
    const { id } = await platform.createIdentity();
    const { contractId } = await platform.registerContract({ by: id, contract: SOUND });
    const outcomes = await Promise.allSettled([
      platform.registerContract({ by: id, contract: LONG }),
      platform.updateContract({ by: id, contractId, contract: LONG }),
      platform.installContract({ contract: LONG }),
      platform.updateContract({ by: id, contract: LONG }),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 'rejected'));
    expect([...kinds.keys()].toSorted()).toEqual(['convert', 'install', 'register', 'update']);
    for (const spent of kinds.values()) expect(spent).toBeGreaterThan(1);
  });
});
