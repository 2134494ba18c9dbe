import { stringify } from 'lossless-json';
import type { DocumentTypeDescription } from '@dapikit/contract';
import { callOf } from '../step/platform-call.js';
import { MASTERNODES, type ActorName, type ExecutedStep, type Step } from '../step/step.js';
import { describeStep } from '../step/describe-step.js';

/** Marks text that is code in the params of a call. */
class Code {
  constructor(readonly text: string) {}
}

/** Configures {@link reproducingTest}. */
export interface TestOptions {
  readonly name: string;
  /** Path of the contract. */
  readonly file: string;
  readonly types: ReadonlyMap<string, DocumentTypeDescription>;
  /** Names of identities by their ids in base58. */
  readonly names: ReadonlyMap<string, string>;
  /** Names of the identities that act for those that the contract names, by the id there. */
  readonly standIns: ReadonlyMap<string, string>;
  /** Credits of each identity. */
  readonly credits: bigint;
}

/**
 * Writes a test of vitest that executes steps with their outcomes on a local network. It passes as long as the contract allows the steps.
 */
export function reproducingTest(steps: readonly ExecutedStep[], options: TestOptions): string {
  const { name, file, names, standIns, credits } = options;
  const isRejecting = steps.some(({ outcome }) => !outcome.accepted);
  const actors = [...new Set(['owner', ...actorsIn(steps, names), ...standIns.values()])];
  const voters = MASTERNODES.filter((one) =>
    steps.some(({ step }) => 'masternode' in step && step.masternode === one),
  );
  return `import { readFileSync } from 'node:fs';
import { afterAll, ${isRejecting ? 'expect, ' : ''}test } from 'vitest';
import { withDevNetwork } from 'dapikit/test';

const { isolated, stop } = withDevNetwork();
afterAll(stop);

test(${quote(name)}, { timeout: 60_000 }, isolated(async (network) => {
  const identity = async (seed) => (await network.platform('createIdentity', { seed, credits: '${credits}' })).id;
${actors.map((actor) => `  const ${actor} = await identity('${actor}');`).join('\n')}
${voters.map((voter) => `  const ${voter} = (await network.platform('registerMasternode', {})).proTxHash;\n`).join('')}  const contract = JSON.parse(readFileSync(${quote(file)}, 'utf8')${[...standIns].map(([id, actor]) => `.replaceAll(${quote(id)}, ${actor})`).join('')});
  const { contractId } = await network.platform('registerContract', { by: owner, contract });
${steps.map((step) => `\n${lineOf(step, options)}`).join('\n')}
}));
`;
}

const actorsIn = (steps: readonly ExecutedStep[], names: TestOptions['names']): readonly string[] => {
  const text = stringify(steps) ?? '';
  return [...names]
    .filter(([id, name]) => text.includes(`"${name}"`) || text.includes(id))
    .map(([, name]) => name);
};

function lineOf({ step, outcome }: ExecutedStep, { types, names }: TestOptions): string {
  const comment = `  // ${describeStep(step)}`;
  if (step.action === 'wait') return `${comment}\n  await network.advanceTime(${step.milliseconds});`;
  const { method, params } = callOf(step, types, {
    contractId: new Code('contractId'),
    identity: (name: ActorName) => new Code(name),
    masternode: (voter) => new Code(voter),
    document: (label) => new Code(`${label}.document.$id`),
    proposal: (label) => new Code(`${label}.actionId`),
  });
  const call = `network.platform('${method}', ${codeOf(params, names)})`;
  if (!outcome.accepted)
    return `${comment}\n  await expect(${call}).rejects.toThrow(${quote(outcome.name)});`;
  const label = labelOf(step);
  const result = label === undefined ? '' : `const ${label} = `;
  return `${comment}\n  ${result}await ${call};`;
}

/** Returns the name of what a step creates, which later ones may need. */
function labelOf(step: Step): string | undefined {
  if (step.action === 'create') return step.document;
  if (!('group' in step) || step.group === undefined || step.group.isSigning) return undefined;
  return step.group.proposal;
}

const quote = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

/** Writes a value as JavaScript. Amounts above 2^53 are text, as JSON has them. */
function codeOf(value: unknown, names: TestOptions['names']): string {
  if (value instanceof Code) return value.text;
  if (typeof value === 'bigint')
    return value > BigInt(Number.MAX_SAFE_INTEGER) ? `'${value}'` : String(value);
  if (typeof value === 'string') return names.get(value) ?? quote(value);
  if (Array.isArray(value)) return `[${value.map((each) => codeOf(each, names)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => {
      const code = codeOf(member, names);
      const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
      return key === code ? key : `${key}: ${code}`;
    });
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
