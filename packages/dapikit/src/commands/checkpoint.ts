import { isBlsPublicKey } from '@dapikit/chain';
import {
  ageDays,
  checkpointOfList,
  DEFAULT_MAX_CHECKPOINT_AGE_DAYS,
  requireAge,
  shippedCheckpoint,
  VerificationError,
  writeCheckpoint,
  type Checkpoint,
} from '@dapikit/light-client';
import { replaceFile } from '../input/replace-file.js';
import { checkpointOfNode, walkWithNode } from '../network/checkpoint-of-node.js';
import { networkOption } from '../network/network-option.js';
import { readNetworkFile } from '../network/read-network.js';
import { readRecordedFolder } from '../network/recorded-folder.js';
import { describeVerification } from '../network/describe-verification.js';
import { command, CommandError, EXIT, type ExitCode } from '../program/command.js';
import { FileError, withFile } from '../program/file-error.js';
import { integer, option, text, UsageError } from '../program/option.js';
import { printable } from '../program/printable.js';
import type { Terminal } from '../program/terminal.js';
import { networkFile, peersOption } from './network-file.js';

const MAX_DAYS = 36_500;
const NAMES = ['mainnet', 'testnet'] as const;

const file = (flag: string, value: string, about: string) =>
  option<string | undefined>({ flag, value, about, default: undefined, read: text });
const number = (flag: string, value: string, about: string) =>
  option<number | undefined>({
    flag,
    value,
    about,
    default: undefined,
    read: integer(0, Number.MAX_SAFE_INTEGER),
  });

interface Sources {
  readonly node: string | undefined;
  readonly credentialsFile: string | undefined;
  readonly folder: string | undefined;
  readonly height: number | undefined;
  readonly time: number | undefined;
  readonly network: Checkpoint['network'] | undefined;
}

/** Implements `dapikit checkpoint`: shows, verifies and makes checkpoints. */
export const checkpoint = command({
  name: 'checkpoint',
  about: 'show, verify or make a checkpoint: a block with the keys that sign the ChainLocks after it',
  usage: '<action> [checkpoint] [options]',
  maxOperands: 2,
  options: {
    node: option<string | undefined>({
      flag: 'node',
      env: 'DAPIKIT_NODE',
      value: 'url',
      about: 'URL of the RPC server of a Dash Core node; may contain user:password@',
      default: undefined,
      read: text,
    }),
    credentialsFile: file(
      'credentials-file',
      'file',
      'file with one line user:password, such as the .cookie of the node',
    ),
    from: file(
      'from',
      'checkpoint',
      'create: walk from this older checkpoint by the blocks of the node, which is not trusted then',
    ),
    folder: file('folder', 'folder', 'folder of recorded data, as for dapikit network verify-data'),
    height: number(
      'height',
      'height',
      'create: block of the checkpoint; by default the best ChainLock, or the last list of the folder',
    ),
    time: number(
      'time',
      'seconds',
      'create: time of the block since 1970, where the folder has no header of it',
    ),
    out: file('out', 'file', 'create: write the checkpoint, or the network file, to this file'),
    peers: peersOption,
    network: networkOption,
    maxAge: option({
      flag: 'max-checkpoint-age',
      env: 'DAPIKIT_MAX_CHECKPOINT_AGE',
      value: 'days',
      about: 'verify: age above which a checkpoint is rejected',
      default: DEFAULT_MAX_CHECKPOINT_AGE_DAYS,
      read: integer(1, MAX_DAYS),
    }),
  },
  actions: [
    ['show [checkpoint]', 'print a checkpoint, or list the shipped ones with their age'],
    [
      'verify <checkpoint>',
      'check the form, the keys and the age; with --node or --folder the block and its quorums',
    ],
    [
      'create',
      'make a checkpoint from a node (--node), by walking (--node, --from) or from recorded data (--folder)',
    ],
  ],
  examples: [
    ['checkpoint show mainnet', 'the shipped checkpoint'],
    [
      'checkpoint create --node http://user:password@127.0.0.1:9998 --out mainnet.json',
      'trust your own node',
    ],
    [
      'checkpoint create --node http://user:password@127.0.0.1:9998 --from mainnet',
      'trust the shipped checkpoint',
    ],
    [
      'checkpoint verify mainnet.json --node http://user:password@127.0.0.1:9998',
      'compare one with your own node',
    ],
  ],
  notes: [
    'A checkpoint is the name of a network (mainnet, testnet) for the shipped one, a file that create wrote, or a network file, whose peers are left out.',
    'Exit code: 0 if it succeeded, 1 if something does not verify, 2 if the command line is invalid or a file cannot be read.',
  ],
  async run(values, [action, name], terminal) {
    try {
      return await runAction(values, action, name, terminal);
    } catch (error) {
      if (error instanceof VerificationError) throw new CommandError(describeVerification(error));
      throw error;
    }
  },
});

type Values = Sources & {
  readonly from: string | undefined;
  readonly out: string | undefined;
  readonly peers: readonly string[] | undefined;
  readonly maxAge: number;
};

async function runAction(
  values: Values,
  action: string | undefined,
  name: string | undefined,
  { stdout, stderr }: Terminal,
): Promise<ExitCode> {
  const now = Date.now() / 1000;
  if (values.peers !== undefined && (action === 'show' || action === 'verify'))
    throw new UsageError('--peers requires create');
  switch (action) {
    case 'show': {
      if (name === undefined) stdout.write(NAMES.map((known) => describeShipped(known, now)).join(''));
      else stdout.write(writeCheckpoint(await readNamed(name)));
      return EXIT.fine;
    }
    case 'verify': {
      if (name === undefined) throw new UsageError('verify: <checkpoint> is missing');
      const found = await readNamed(name);
      for await (const line of verify(found, values, now)) stdout.write(`ok    ${printable(line)}\n`);
      return EXIT.fine;
    }
    case 'create': {
      if (name !== undefined) throw new UsageError('create: give the file with --out');
      const made = await create(values, (line) => void stderr.write(`${printable(line)}\n`));
      const written = values.peers === undefined ? writeCheckpoint(made) : networkFile(made, values.peers);
      if (values.out === undefined) stdout.write(written);
      else await writeTo(values.out, written);
      return EXIT.fine;
    }
    default:
      throw new UsageError(
        `${action === undefined ? 'no action' : `unknown action ${JSON.stringify(action)}`}: use show, verify or create`,
      );
  }
}

async function* verify(
  found: Checkpoint,
  sources: Sources & { readonly maxAge: number },
  now: number,
): AsyncGenerator<string> {
  const { network, height, hash, quorums } = found;
  yield `form: block ${height} of ${network.name}, ${quorums.length} ChainLock quorums`;
  const wrong = quorums.find(({ quorumPublicKey }) => !isBlsPublicKey(quorumPublicKey));
  if (wrong !== undefined)
    throw new VerificationError(
      'malformed',
      `the key of quorum ${wrong.quorumHash} is no point of the curve`,
    );
  yield 'keys: points of the curve';
  requireAge(found, now, sources.maxAge);
  yield `age: ${ageDays(found, now)} days, at most ${sources.maxAge}`;
  if (sources.node === undefined && sources.folder === undefined) return;
  const other = await make({ ...sources, height });
  requireSame(found, other);
  yield `block: ${hash} and its quorums are those of ${sources.node === undefined ? 'the folder' : 'the node'}`;
}

/** Checks that two checkpoints of a height have the same block and keys, and where both have roots, these. */
function requireSame(found: Checkpoint, other: Checkpoint): void {
  if (found.network !== other.network)
    throw new VerificationError(
      'wrong-network',
      `the checkpoint is of ${found.network.name}, the data are of ${other.network.name}`,
    );
  const facts = (one: Checkpoint) => ({
    hash: one.hash,
    chainLockQuorums: one.quorums
      .map(({ quorumHash, quorumPublicKey }) => `${quorumHash} ${quorumPublicKey}`)
      .toSorted()
      .join(),
    merkleRootMNList: one.merkleRootMNList ?? found.merkleRootMNList,
    merkleRootQuorums: one.merkleRootQuorums ?? found.merkleRootQuorums,
  });
  const [own, theirs] = [Object.entries(facts(found)), Object.entries(facts(other))];
  const differing = own.find(([, value], at) => value !== undefined && value !== theirs[at]?.[1]);
  if (differing !== undefined)
    throw new VerificationError(
      'header-hash',
      `${differing[0]} of block ${found.height} is another one there`,
    );
}

async function create(values: Values, onLine: (line: string) => void): Promise<Checkpoint> {
  if (values.from === undefined) return await make(values);
  if (values.node === undefined) throw new UsageError('--from needs --node, which gives the blocks');
  const { node: url, credentialsFile } = values;
  let [intervals, blocks] = [0, 0];
  const made = await walkWithNode(await readNamed(values.from), { url, credentialsFile }, (step) => {
    intervals += 1;
    blocks += step.blocks;
    const quorum = step.added?.quorumHash ?? 'no new quorum';
    onLine(`block ${step.state.height}: ${quorum}, ChainLock ${step.chainLock.height}`);
  });
  onLine(`${intervals} intervals, ${blocks} blocks`);
  return made;
}

async function make(sources: Sources): Promise<Checkpoint> {
  const { node: url, credentialsFile, folder, height, time, network } = sources;
  if (url !== undefined && folder === undefined)
    return await checkpointOfNode({ url, credentialsFile }, height);
  if (folder === undefined || url !== undefined)
    throw new UsageError('expected --node or --folder: the data of the checkpoint');
  const { data, files } = await readRecordedFolder(folder, network);
  const damage = files.find(({ result }) => result === 'failed');
  if (damage !== undefined) throw new VerificationError('malformed', `${damage.subject}: ${damage.detail}`);
  if (data === undefined) throw new FileError(`${folder}: it has no list`);
  return checkpointOfList(data, { height, time });
}

async function readNamed(name: string): Promise<Checkpoint> {
  const known = NAMES.find((network) => network === name);
  const shipped = known === undefined ? undefined : shippedCheckpoint(known);
  if (shipped !== undefined) return shipped;
  return (await readNetworkFile(name)).checkpoint;
}

async function writeTo(out: string, written: string): Promise<void> {
  await withFile(out, async () => {
    await replaceFile(out, written);
  });
}

function describeShipped(name: (typeof NAMES)[number], now: number): string {
  const shipped = shippedCheckpoint(name);
  if (shipped === undefined) return '';
  const date = new Date(shipped.time * 1000).toISOString().slice(0, 10);
  return `${name} ${shipped.height} ${shipped.hash} ${date} (${ageDays(shipped, now)} days)\n`;
}
