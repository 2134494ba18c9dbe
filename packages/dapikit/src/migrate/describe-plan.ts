import type { ContractChange, Diagnostic } from '@dapikit/contract';
import { printable } from '../program/printable.js';
import type { Palette } from '../report/palette.js';
import { count } from '../report/report.js';
import { roundDash } from '../report/round-dash.js';
import type { CountedType } from './count-documents.js';
import type { MigrationPlan, TypePlan } from './plan-migration.js';

/** Changes that are listed; a contract that has more was replaced. */
const MAX_LISTED = 30;

const BECOMES: Readonly<Record<TypePlan['becomes'], string>> = {
  same: 'stays as it is',
  changed: 'is updated',
  moved: 'cannot be updated',
  removed: 'is missing in the new contract, and cannot be removed by an update',
  added: 'is added',
};

const VERBS = { add: 'adds', remove: 'removes', replace: 'changes' } as const satisfies Record<
  ContractChange['op'],
  string
>;

/**
 * Describes a plan for a terminal.
 * @param counted documents of the registered contract, where a network has them
 */
export function describePlan(
  plan: MigrationPlan,
  colours: Palette,
  counted: readonly CountedType[] = [],
): string {
  if (plan.kind === 'unchanged') return 'The contracts are the same: there is nothing to do.\n';
  if (plan.kind === 'move') return describeMove(plan, colours, counted);
  if (plan.kind === 'invalid')
    return textOf([
      colours.strong(`The ${plan.which} contract is not valid, so there is no plan:`),
      ...plan.diagnostics.map(({ at, message }) => `  ${printable(at)}: ${printable(message)}`),
    ]);
  return textOf([
    colours.strong('Update: the platform accepts it.'),
    ...changesOf(plan.changes),
    '',
    `It costs at most ${plan.fee} DASH (estimate), and the owner of the contract signs it. Documents stay as they are.`,
  ]);
}

function describeMove(
  plan: Extract<MigrationPlan, { kind: 'move' }>,
  colours: Palette,
  counted: readonly CountedType[],
): string {
  const { instead, reasons, types } = plan;
  return textOf([
    colours.strong('No update: the platform rejects it.'),
    ...reasonsOf(reasons, ''),
    ...types.flatMap(({ name, becomes, reasons: because }) => [
      `  ${printable(name)} ${BECOMES[becomes]}`,
      ...reasonsOf(because, '  '),
    ]),
    '',
    ...(instead === undefined
      ? ['No update comes near: what cannot change is beside the document types.']
      : [
          colours.strong(`1. As an update, at most ${instead.fee} DASH (estimate)`),
          ...instead.edits.map((edit) => `  ${printable(edit)}`),
          '  Documents stay where they are. Those that are to have the new form are copied into the new type.',
        ]),
    '',
    colours.strong(
      `${instead === undefined ? '1' : '2'}. As a new contract, ${plan.fee} DASH (estimate), and its documents copied`,
    ),
    ...types
      .filter(({ copies }) => copies.length > 0)
      .flatMap(({ name, copies }) => [
        `  ${printable(name)}`,
        ...copies.map((each) => `    ${printable(each)}`),
        ...countsOf(counted.find((type) => type.name === name)),
      ]),
    ...totalOf(counted),
  ]);
}

/** Says how many documents a type has, and what their copies cost. */
function countsOf(type: CountedType | undefined): readonly string[] {
  if (type === undefined) return [];
  const { count: number, isWhole, credits, tried, rejected } = type;
  const documents = `${isWhole ? '' : 'at least '}${count(number, 'document')}`;
  return [
    `    It has ${documents}${credits === undefined ? '' : `, whose copies cost about ${roundDash(credits)} DASH`}.`,
    ...(rejected === 0
      ? []
      : [`    The new type rejects ${rejected} of ${tried} that were tried: dapikit migrate copy says why.`]),
  ];
}

function totalOf(counted: readonly CountedType[]): readonly string[] {
  const credits = counted.reduce((sum, type) => sum + (type.credits ?? 0n), 0n);
  if (credits === 0n) return [];
  const isWhole = counted.every((type) => type.isWhole);
  return [
    '',
    `All copies together cost ${isWhole ? 'about' : 'more than'} ${roundDash(credits)} DASH, as measured on a platform in this process.`,
  ];
}

function changesOf(changes: readonly ContractChange[]): readonly string[] {
  const listed = changes.slice(0, MAX_LISTED).map(({ op, path }) => `  It ${VERBS[op]} ${printable(path)}.`);
  return changes.length > MAX_LISTED
    ? [...listed, `  … and ${count(changes.length - MAX_LISTED, 'more change')}`]
    : listed;
}

const reasonsOf = (diagnostics: readonly Diagnostic[], margin: string): readonly string[] =>
  diagnostics.map(({ code, message }) => `${margin}  because ${printable(message)} [${code}]`);

const textOf = (lines: readonly string[]): string => `${lines.join('\n')}\n`;
