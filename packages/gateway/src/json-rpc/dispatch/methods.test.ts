import { describe, expect, it } from 'vitest';
import { dispatchUnderTest } from '../../../test/dispatch-under-test.js';
import { BLOCK_HASHES, recordedLayer1, submission } from '../../../test/recorded-layer1.js';
import { MAX_CALL_COST } from '../../admission/limits/rate-limit.js';
import { platformMethods } from '../../controls/platform/platform-methods.js';
import { costOf } from '../../controls/platform/platform-method.js';
import { routes } from '../../http-api/routes/routes.js';
import { describedMethods, methods } from './methods.js';

const EXAMPLE_CHAIN = {
  genesis: BLOCK_HASHES[0]!,
  tip: BLOCK_HASHES.at(-1)!,
  transaction: submission('accepted').hex,
};

describe('the table of methods', () => {
  it('has the documented methods', () => {
    expect(methods.map(({ name }) => name)).toEqual([
      'getBestBlockHash',
      'getBlockHash',
      'getStatus',
      'sendRawTransaction',
      'getMnListDiff',
      'rpc.discover',
    ]);
  });

  it('has one deprecated method', () => {
    expect(methods.filter(({ deprecated }) => deprecated).map(({ name }) => name)).toEqual(['getMnListDiff']);
  });

  it.each(methods)('has an example of $name that succeeds', async ({ name, exampleParams }) => {
    const params = exampleParams(EXAMPLE_CHAIN);
    const { call } = dispatchUnderTest(recordedLayer1());
    const response = await (params === undefined ? call(name) : call(name, params));
    expect(response).toHaveProperty('result');
  });

  it('has no call or request that costs more than the smallest burst', () => {
    const costs = [
      ...describedMethods.map(({ cost = 1 }) => cost),
      ...platformMethods.map(costOf),
      ...routes.map(({ cost = 1 }) => (cost === 'by-call' ? 1 : cost)),
    ];
    expect(Math.max(...costs)).toBe(MAX_CALL_COST);
  });

  it.each(methods)('documents each reason of $name once', ({ errors }) => {
    const reasons = errors.map(({ reason }) => reason);
    expect(new Set(reasons).size).toBe(reasons.length);
  });
});
