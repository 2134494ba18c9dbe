import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describeFallenRatios } from './compare-ratios.mjs';

const resultOf = (dpns, dashpay, cold) => ({
  date: '2026-11-01',
  warm: [
    { contract: 'DPNS', milliseconds: { dapikit: 0.1, peer: 2 }, ofDapikit: { dapikit: 1, peer: dpns } },
    { contract: 'DashPay', ofDapikit: { dapikit: 1, peer: dashpay } },
  ],
  cold: { milliseconds: { dapikit: 90 }, ofDapikit: { peer: cold } },
});

it('names each ratio that fell by more than a third, by its place', () => {
  expect(describeFallenRatios(resultOf(21, 3, 4), resultOf(13.9, 2.1, 2.5))).toEqual([
    'ratio fell by more than a third: warm > DPNS > peer: 21.0 recorded, 13.9 measured',
    'ratio fell by more than a third: cold > peer: 4.0 recorded, 2.5 measured',
  ]);
});

it('names no ratio that fell by a third or rose, whatever the milliseconds are', () => {
  expect(describeFallenRatios(resultOf(21, 3, 4), resultOf(14, 2, 40))).toEqual([]);
});

it('compares contracts by name, and leaves out those of one result alone', () => {
  const recorded = resultOf(20, 5, 4);
  const measured = {
    ...resultOf(1, 5, 4),
    warm: [recorded.warm[1], { contract: 'New', ofDapikit: { peer: 1 } }],
  };
  expect(describeFallenRatios(recorded, measured)).toEqual([]);
});

it('finds the ratios of the recorded result', () => {
  const recorded = JSON.parse(readFileSync(new URL('../results/contract.json', import.meta.url), 'utf8'));
  const halved = JSON.parse(JSON.stringify(recorded), (key, value) =>
    key === 'wasm-dpp' ? value / 2 : value,
  );
  const names = recorded.warm.map(({ contract }) => contract);
  expect(names.length).toBeGreaterThan(2);
  const fallen = describeFallenRatios(recorded, halved);
  for (const name of names)
    expect(fallen).toContainEqual(expect.stringContaining(`warm > ${name} > wasm-dpp: `));
});
