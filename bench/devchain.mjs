// npm run bench devchain [-- --blocks N --rounds N]
// The controls of the development chain, beside the same calls of a Core-family node's RPC where one is installed. The node's
// figures have its HTTP in them, as its users have.
import { writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { DevChain, encodeTransaction, signInput, transactionId } from '@dapikit/chain';
import { table } from './lib/table.mjs';
import { startNode } from './servers/node.mjs';

const MIB = 2 ** 20;
const TRANSACTIONS = 2_000;
const FEE = 10_000n;
const INITIAL_HEIGHT = 520;

/** An output that anyone can spend: the only one that needs no wallet. */
const ANYBODY = 'raw(51)#8lvh9jxk';

export async function run(args) {
  const options = {
    blocks: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '500' },
  };
  const { values } = parseArgs({ args, options });
  const [blocks, rounds] = [Number(values.blocks), Number(values.rounds)];
  const first = await timed(1, () => new DevChain({ mining: 'manual' }).close());
  const others = await timed(rounds, () => new DevChain({ mining: 'manual' }).close());
  const chain = new DevChain({ mining: 'manual', masternodeChangeInterval: 0 });
  const measured = [
    row('first chain of a process', first),
    row('another chain', others),
    row('mine an empty block', await timed(rounds, () => chain.mine(1))),
    row('snapshot, three blocks, revert', await timed(rounds, () => backAndForth(chain))),
    row(
      'revert three blocks alone',
      await timed(
        rounds,
        (id) => chain.revert(id),
        () => threeAhead(chain),
      ),
    ),
    row('accept a signed payment', await payments(chain)),
    row('fund an address', await timed(100, () => chain.fund(chain.accounts[0].address, 100_000_000n))),
    row(
      'update the service of a masternode',
      await timed(20, (service) => moveFirst(chain, service), serviceOf),
    ),
    row('dump', await timed(20, () => chain.dump())),
    row(
      'load',
      await timed(
        20,
        (dump) => chain.load(dump),
        () => chain.dump(),
      ),
    ),
  ];
  const node = await startNode();
  if (node !== undefined) measured.push(...(await nodeRows(node, Math.min(rounds, 200))));
  const memory = memoryOver(blocks);
  print(measured, memory);
  const machine = {
    cores: cpus().length,
    cpu: cpus()[0]?.model,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    loadAverage: Number(loadavg()[0].toFixed(1)),
  };
  const result = { date: new Date().toISOString(), node: process.version, machine, measured, memory };
  writeFileSync(new URL('results/devchain.json', import.meta.url), `${JSON.stringify(result, null, 2)}\n`);
}

function threeAhead(chain) {
  const id = chain.snapshot();
  chain.mine(3);
  return id;
}

function backAndForth(chain) {
  chain.revert(threeAhead(chain));
}

const serviceOf = (i) => `127.0.9.${i + 1}:19999`;

function moveFirst(chain, service) {
  const [{ proTxHash }] = chain.masternodes.list();
  chain.masternodes.updateService(proTxHash, { service });
}

/** Payments of one coin each, sent one after the other. */
async function payments(chain) {
  const [from, to] = chain.accounts;
  const [{ outPoint, coin }] = chain.coins(from);
  const share = coin.value / BigInt(TRANSACTIONS) - FEE;
  const outputs = Array.from({ length: TRANSACTIONS }, () => ({
    value: share,
    scriptPubKey: from.scriptPubKey,
  }));
  const split = signed(outPoint, outputs, from);
  chain.mine(1, { transactions: [Buffer.from(encodeTransaction(split)).toString('hex')] });
  const txid = transactionId(split);
  const paid = [{ value: share - FEE, scriptPubKey: to.scriptPubKey }];
  const sent = outputs.map((_, index) => encodeTransaction(signed({ txid, index }, paid, from)));
  const times = await timed(
    TRANSACTIONS,
    (serialized) => chain.sendTransaction(serialized),
    (i) => sent[i],
  );
  chain.mine(1);
  return times;
}

function signed(previousOutput, outputs, { secretKey, scriptPubKey }) {
  const inputs = [{ previousOutput, scriptSig: new Uint8Array(), sequence: 0xffffffff }];
  const transaction = { version: 2, type: 0, inputs, outputs, lockTime: 0, extraPayload: new Uint8Array() };
  return signInput({ transaction, inputIndex: 0, secretKey, scriptPubKey });
}

async function nodeRows(node, rounds) {
  const call = async (method, ...params) => {
    const body = JSON.stringify({ jsonrpc: '1.0', id: 1, method, params });
    const { result, error } = await (
      await fetch(node.url, { method: 'POST', headers: node.headers, body })
    ).json();
    if (error) throw new Error(error.message);
    return result;
  };
  const mineOne = () => call('generatetodescriptor', 1, ANYBODY);
  const rows = [row(`${node.name}: mine an empty block`, await timed(rounds, mineOne))];
  node.stop();
  return rows;
}

/** Milliseconds of each of so many runs; what `prepare` does is not among them. */
async function timed(runs, action, prepare = () => undefined) {
  const times = [];
  for (let i = 0; i < runs; i += 1) {
    const prepared = prepare(i);
    const start = performance.now();
    await action(prepared);
    times.push(performance.now() - start);
  }
  return times;
}

/** Memory as a chain of this process grows; garbage is collected by force before it and behind it only. */
function memoryOver(blocks) {
  const chain = new DevChain({ mining: 'manual', masternodeChangeInterval: 0 });
  const samples = [];
  const before = liveBytes();
  for (let sample = 1; sample <= 5; sample += 1) {
    chain.mine(Math.floor(blocks / 5));
    const { rss, heapUsed } = process.memoryUsage();
    samples.push({
      height: chain.tip().height,
      rssMiB: Math.round(rss / MIB),
      heapMiB: Math.round(heapUsed / MIB),
    });
  }
  const mined = chain.tip().height - INITIAL_HEIGHT;
  return { samples, liveBytesPerBlock: Math.round((liveBytes() - before) / mined) };
}

function liveBytes() {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function row(name, times) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part) => Number((sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(3));
  return { name, runs: times.length, median: at(0.5), p99: at(0.99) };
}

function print(measured, { samples, liveBytesPerBlock }) {
  const header = ['what', 'runs', 'median ms', 'p99 ms'];
  console.log(
    table(
      header,
      measured.map(({ name, runs, median, p99 }) => [name, runs, median, p99]),
    ),
  );
  console.log();
  console.log(
    table(
      ['height', 'RSS MiB', 'heap MiB'],
      samples.map(({ height, rssMiB, heapMiB }) => [height, rssMiB, heapMiB]),
    ),
  );
  console.log(`\nlive bytes a block: ${liveBytesPerBlock}`);
}
