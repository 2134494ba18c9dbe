import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dispatchUnderTest } from '../../../test/dispatch-under-test.js';
import { EXAMPLE_STATUS } from '../../../test/example-status.js';
import { failingLayer1 } from '../../../test/failing-layer1.js';
import { recordedLayer1 } from '../../../test/recorded-layer1.js';

/** An answer of the official gateway, members in its order. */
const EXAMPLE_ANSWER: unknown = JSON.parse(
  readFileSync(new URL('../../../test/example-status.json', import.meta.url), 'utf8'),
);

const REQUEST = '{"jsonrpc":"2.0","method":"getStatus","id":1}';
const platformStatus = { status: async () => EXAMPLE_STATUS };

describe('getStatus', () => {
  it('returns exactly what the official gateway returns', async () => {
    const { answer } = dispatchUnderTest(recordedLayer1(), { platformStatus });
    expect((await answer(REQUEST)).body).toBe(JSON.stringify(EXAMPLE_ANSWER));
  });

  it('returns nulls when everything is down', async () => {
    const { answer } = dispatchUnderTest(failingLayer1(new Error('down')));
    expect((await answer(REQUEST)).body).toBe(
      '{"jsonrpc":"2.0","result":{"version":{"v0":{"version":{"software":{"dapi":"4.0.0","drive":null,"tenderdash":null},' +
        '"protocol":{"tenderdash":null,"drive":null}},"node":null,"chain":null,"network":null,"state_sync":null,' +
        '"time":{"local":1760447450,"block":null,"genesis":null,"epoch":null}}}},"id":1}',
    );
  });

  it('returns canonical protobuf JSON when configured', async () => {
    const { call } = dispatchUnderTest(recordedLayer1(), { platformStatus, statusEncoding: 'protobuf-json' });
    expect((await call('getStatus')).result).toHaveProperty('v0.chain.latestBlockHeight', '198748');
  });

  it.each(['[]', '{}', 'null'])('ignores the params %s', async (params) => {
    expect((await dispatchUnderTest().callWith('getStatus', params)).result).toHaveProperty('version.v0');
  });
});
