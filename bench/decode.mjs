// npm run bench decode [-- --rounds N --milliseconds N]
// @dapikit/protocol beside evo-sdk's WebAssembly: the same recorded transitions, in turn, in one run. Each row is a task whose result
// is a JavaScript value on both sides; the last one leaves the official result inside WebAssembly, where no program can read it.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import init, * as official from '@dashevo/wasm-sdk';
import {
  decodeStateTransition,
  encodeStateTransition,
  signableBytes,
  signingHash,
  stateTransition,
} from '@dapikit/protocol';
import { keepResult } from './lib/keep-result.mjs';
import { median } from './lib/median.mjs';
import { table } from './lib/table.mjs';

const FILE = new URL('../fixtures/state-transitions/transitions-4.1.0.jsonl', import.meta.url);

const CLASSES = new Map(Object.entries(official));

/** The class of the official library for a transition, by the name of its type. */
function classOf(type) {
  return CLASSES.get(type.startsWith('DocumentsBatch') ? 'BatchTransition' : `${type}Transition`);
}

function recorded() {
  return readFileSync(FILE, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .map(({ type, hex: text }) => ({
      bytes: Uint8Array.from(Buffer.from(text, 'hex')),
      official: classOf(type),
    }))
    .filter(({ official: known }) => typeof known?.fromStateTransition === 'function');
}

/** Calls a function with an official transition, which must be freed. */
function withOfficial(bytes, use) {
  const transition = official.StateTransition.fromBytes(bytes);
  const result = use(transition);
  transition.free();
  return result;
}

function fieldsOf(form) {
  return ({ bytes, official: known }) =>
    withOfficial(bytes, (transition) => {
      const typed = known.fromStateTransition(transition);
      const fields = typed[form]();
      typed.free();
      return fields;
    });
}

const TASKS = [
  {
    name: 'bytes to an object with all fields',
    own: ({ bytes }) => decodeStateTransition(bytes).value,
    official: fieldsOf('toObject'),
  },
  {
    name: 'bytes to JSON',
    own: ({ bytes }) => stateTransition.toJson(decodeStateTransition(bytes).value),
    official: fieldsOf('toJSON'),
  },
  {
    name: 'bytes to bytes, decoded and encoded',
    own: ({ bytes }) => encodeStateTransition(decodeStateTransition(bytes).value),
    official: ({ bytes }) => withOfficial(bytes, (transition) => transition.toBytes()),
  },
  {
    name: 'bytes to the hash that is signed',
    own: ({ bytes }) => signingHash(signableBytes(decodeStateTransition(bytes).value)),
    official: ({ bytes }) => withOfficial(bytes, (transition) => signingHash(transition.getSignableBytes())),
  },
  {
    name: 'bytes to a value (official: stays inside WebAssembly)',
    own: ({ bytes }) => decodeStateTransition(bytes).value,
    official: ({ bytes }) => withOfficial(bytes, () => undefined),
  },
];

/** Microseconds of processor time that a task takes for one transition: other programs on the machine do not count. */
function measure(task, inputs, milliseconds) {
  const before = process.cpuUsage();
  const start = performance.now();
  let done = 0;
  do {
    for (const input of inputs) task(input);
    done += inputs.length;
  } while (performance.now() - start < milliseconds);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / done;
}

export async function run(args) {
  const { values } = parseArgs({
    args,
    options: { rounds: { type: 'string', default: '9' }, milliseconds: { type: 'string', default: '300' } },
  });
  await init();
  const inputs = recorded();
  const milliseconds = Number(values.milliseconds);
  const rows = TASKS.map((task) => {
    measure(task.own, inputs, milliseconds);
    measure(task.official, inputs, milliseconds);
    const rounds = Array.from({ length: Number(values.rounds) }, () => {
      const own = measure(task.own, inputs, milliseconds);
      const theirs = measure(task.official, inputs, milliseconds);
      return { own, theirs, ratio: theirs / own };
    });
    return {
      task: task.name,
      own: median(rounds.map(({ own }) => own)),
      official: median(rounds.map(({ theirs }) => theirs)),
      times: median(rounds.map(({ ratio }) => ratio)),
    };
  });
  console.log(`${inputs.length} transitions; microseconds of processor time for one`);
  console.log(
    table(
      ['task', 'dapikit', 'evo-sdk 4.1.0', 'times as fast'],
      rows.map(({ task, own, official: theirs, times }) => [
        task,
        own.toFixed(2),
        theirs.toFixed(2),
        times.toFixed(1),
      ]),
    ),
  );
  keepResult('decode', { transitions: inputs.length, rows });
}
