// npm run bench contract [-- --rounds N --milliseconds N --starts N --compare]
// validateContract beside the official libraries: the same contracts, in turn, in one run, on one machine. Absolute figures
// depend on the machine; the ratios are what counts.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { estimateFees } from '@dapikit/contract';
import { largeContract, realContract, slowContracts } from './lib/contracts.mjs';
import { describeFallenRatios } from './lib/compare-ratios.mjs';
import { table } from './lib/table.mjs';
import { load as loadDapikit } from './validators/dapikit.mjs';
import { load as loadEvoSdk } from './validators/evo-sdk.mjs';
import { load as loadWasmDpp } from './validators/wasm-dpp.mjs';

const DAPIKIT = 'dapikit';
/** Contracts that are judged before the clock counts. */
const WARMING = 100;
const TITLES = {
  node: 'Node alone',
  [DAPIKIT]: 'dapikit',
  'wasm-dpp': 'wasm-dpp 3.0.1',
  'evo-sdk': 'evo-sdk 4.1.0',
};

export async function run(args) {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '15' },
      milliseconds: { type: 'string', default: '100' },
      starts: { type: 'string', default: '20' },
      // Compares with the recorded result, and keeps it.
      compare: { type: 'boolean', default: false },
    },
  });
  const validators = {
    [DAPIKIT]: await loadDapikit(),
    'wasm-dpp': await loadWasmDpp(),
    'evo-sdk': await loadEvoSdk(),
  };
  const warm = measureWarm(validators, Number(values.rounds), Number(values.milliseconds));
  const unseen = measureUnseen(validators, Number(values.rounds));
  const cold = measureCold(Number(values.starts));
  print(warm, unseen, cold);
  const machine = {
    cores: cpus().length,
    cpu: cpus()[0]?.model,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
  };
  const result = { date: new Date().toISOString(), node: process.version, machine, warm, unseen, cold };
  const file = new URL('results/contract.json', import.meta.url);
  const fallen = describeFallenRatios(JSON.parse(readFileSync(file, 'utf8')), result);
  console.log(
    ['', ...fallen, ...(fallen.length === 0 ? ['no ratio fell by more than a third'] : [])].join('\n'),
  );
  if (!values.compare) writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
}

/** The contracts that are judged again and again. */
function contracts() {
  const [dpns, dashpay] = [realContract('dpns'), realContract('dashpay')];
  const broken = structuredClone(dpns);
  broken.domain.properties.label.position = 7;
  return [
    { name: 'DPNS', schemas: dpns, accepted: true },
    { name: 'DashPay', schemas: dashpay, accepted: true },
    { name: '16 KB of contracts in use', schemas: largeContract(bytesOf), accepted: true },
    { name: 'DPNS with an error', schemas: broken, accepted: false },
  ];
}

/** Bytes of a contract as the platform stores it. */
function bytesOf(schemas) {
  const storage = estimateFees(schemas, { form: 'documents' }).estimate?.components.find(
    ({ part }) => part === 'storage',
  );
  return storage?.count ?? Infinity;
}

/** Milliseconds to read and judge a contract, in rounds that visit the validators in turn. */
function measureWarm(validators, rounds, milliseconds) {
  const loads = contracts().map(({ name, schemas, accepted }) => {
    const calls = Object.entries(validators).map(([validator, { write, accepts }]) => {
      const text = write(schemas);
      // The SDK accepts the contract with the error, too; its verdict is not compared.
      if (validator !== 'evo-sdk') expectVerdict(accepts(text), accepted, `${validator} on ${name}`);
      return [validator, () => accepts(text)];
    });
    const textBytes = new TextEncoder().encode(validators[DAPIKIT].write(schemas)).length;
    return { contract: name, textBytes, calls, samples: [] };
  });
  for (let round = -1; round < rounds; round += 1) {
    for (const { calls, samples } of loads) {
      const sample = calls.map(([validator, call]) => [validator, timeOf(call, milliseconds)]);
      // The first round is there to let the engine compile.
      if (round >= 0) samples.push(Object.fromEntries(sample));
    }
  }
  return loads.map(({ contract, textBytes, samples }) => ({ contract, textBytes, ...summary(samples) }));
}

/**
 * Milliseconds to judge contracts that take long, none of them twice. The official library takes seconds for one, so that
 * it is asked once, in the last round: the engine discards code of the others that is not used for so long.
 */
function measureUnseen(validators, rounds) {
  const samples = slowContracts(bytesOf, WARMING + rounds).map((schemas, round) =>
    Object.fromEntries(
      Object.entries(validators).flatMap(([name, { write, accepts }]) => {
        if (name === 'wasm-dpp' && round < WARMING + rounds - 1) return [];
        const text = write(schemas);
        const start = processorTime();
        const accepted = accepts(text);
        const spent = processorTime() - start;
        expectVerdict(accepted, true, `${name} on a slow contract`);
        return [[name, spent]];
      }),
    ),
  );
  return { contract: '16 KB of patterns, each time new ones', ...summary(samples.slice(WARMING)) };
}

/** Milliseconds of a process that checks DPNS once, from its start to its end. */
function measureCold(starts) {
  const script = fileURLToPath(new URL('validators/first.mjs', import.meta.url));
  const samples = Array.from({ length: starts + 1 }, () =>
    Object.fromEntries(
      Object.keys(TITLES).map((validator) => {
        const start = performance.now();
        const { status, stderr } = spawnSync(process.execPath, [script, validator], { encoding: 'utf8' });
        if (status !== 0) throw new Error(`${validator} did not start: ${stderr}`);
        return [validator, performance.now() - start];
      }),
    ),
  ).slice(1);
  return summary(samples);
}

/** Milliseconds of one call, over about as many milliseconds as are asked for. */
function timeOf(call, milliseconds) {
  const start = processorTime();
  let count = 0;
  let spent = 0;
  for (; spent < milliseconds; spent = processorTime() - start) {
    call();
    count += 1;
  }
  return spent / count;
}

/** Milliseconds that this process has had of the processor: what else the machine does counts less than by the clock. */
function processorTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Medians of the rounds, and of the ratios within each round. */
function summary(samples) {
  // Only the last round has all validators.
  const names = Object.keys(samples.at(-1));
  const of = (read) =>
    Object.fromEntries(
      names.map((name) => [name, median(samples.filter((sample) => name in sample).map(read(name)))]),
    );
  return {
    milliseconds: of((name) => (sample) => sample[name]),
    ofDapikit: of((name) => (sample) => sample[name] / sample[DAPIKIT]),
  };
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

function expectVerdict(found, expected, where) {
  if (found !== expected) throw new Error(`expected ${where} to say ${expected}, found ${found}`);
}

function print(warm, unseen, cold) {
  const rows = [...warm, unseen].flatMap(({ contract, milliseconds, ofDapikit }) =>
    Object.keys(milliseconds).map((name) => [
      contract,
      TITLES[name],
      milliseconds[name].toFixed(3),
      ofDapikit[name].toFixed(1),
    ]),
  );
  console.log(table(['contract', 'validator', 'ms', 'of dapikit'], rows));
  console.log();
  console.log(
    table(
      ['a process that checks DPNS', 'ms', 'of dapikit'],
      Object.entries(cold.milliseconds).map(([name, ms]) => [
        TITLES[name],
        ms.toFixed(0),
        cold.ofDapikit[name].toFixed(2),
      ]),
    ),
  );
}
