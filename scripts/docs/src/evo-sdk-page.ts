import { readFileSync } from 'node:fs';
import { fillPage } from './fill-page.js';
import { cell, table } from './markdown.js';

/** What calls of each method gave: the tests of evo-sdk write it, and compare it in every build. */
const CALLS = new URL('../../../packages/cli/test/facade/facade-table.json', import.meta.url);

type Row = Readonly<Partial<Record<'present' | 'absent' | 'rejected' | 'proposed' | 'signed', string>>>;

const WRITES =
  /^(?:identities\.(?:create|topUp|credit\w+|update)|contracts\.(?:publish|update)|documents\.(?:create|replace|delete|transfer|purchase|setPrice)|tokens\.(?:mint|burn|transfer|freeze|unfreeze|destroyFrozen|emergencyAction|setPrice|directPurchase|claim|configUpdate)|addresses\.(?:transfer\w*|topUpIdentity|withdraw|fundFromAssetLock|createIdentity)|dpns\.registerName|voting\.masternodeVote|stateTransitions\.\w+)$/;

/** Why methods that fail for what exists do so, by what begins their names. */
const REASONS: readonly (readonly [methods: RegExp, reason: string])[] = [
  [/^shielded\./, 'The local platform has no shielded pool.'],
  [
    /^epoch\.current/,
    'evo-sdk 4.1.0 rejects the proof of an epoch in descending order without a start. Use `epoch.epochsInfo({ startEpoch: 0, count: 1, ascending: true })`.',
  ],
  [
    /^tokens\.configUpdate$/,
    'evo-sdk 4.1.0 expects a history document also for a proposal, which writes none. The action is proposed, and members can sign it.',
  ],
  [
    /^stateTransitions\.(?:broadcastAndWait|waitForResponse)$/,
    'evo-sdk 4.1.0 takes no proof of a credit transfer for a proof of its execution. The transfer is executed. Use `broadcastAndWaitForAffectedState` or `waitForAffectedState`.',
  ],
];

/** Returns evo-sdk.md: each method of evo-sdk with the results of calls. @throws {Error} for a failure without a reason */
export function evoSdkPage(): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the test that writes the file checks it
  const calls = Object.entries(JSON.parse(readFileSync(CALLS, 'utf8')) as Readonly<Record<string, Row>>);
  const isTwin = ([name, row]: readonly [string, Row]): boolean => {
    const [, query] = /^(.*)WithProof$/.exec(name) ?? [];
    const other = calls.find(([each]) => each === query)?.[1];
    return other !== undefined && JSON.stringify(other) === JSON.stringify(row);
  };
  const shown = calls.filter((call) => !isTwin(call));
  const failing = shown.filter(([, row]) => [row.present, row.proposed, row.signed].some(isFailure));
  return fillPage('evo-sdk.md', {
    writes: casesTable(shown.filter(([name]) => WRITES.test(name))),
    queries: casesTable(shown.filter(([name]) => !WRITES.test(name))),
    groups: table(
      ['method', 'proposed', 'signed'],
      calls
        .filter(([, row]) => row.proposed !== undefined)
        .map(([name, row]) => [`\`${name}\``, shownCell(row.proposed), shownCell(row.signed)]),
    ),
    impossible: table(
      ['method', 'reason'],
      failing.map(([name]) => [`\`${name}\``, reasonOf(name)]),
    ),
  });
}

const isFailure = (text: string | undefined): boolean => text?.startsWith('error') === true;

const casesTable = (rows: readonly (readonly [string, Row])[]): string =>
  table(
    ['method', 'present', 'absent', 'rejected'],
    rows.map(([name, row]) => [
      `\`${name}\``,
      shownCell(row.present),
      shownCell(row.absent),
      shownCell(row.rejected),
    ]),
  );

const shownCell = (text = '–'): string => cell(text);

function reasonOf(name: string): string {
  const reason = REASONS.find(([methods]) => methods.test(name))?.[1];
  if (reason === undefined) throw new Error(`${name} fails without a reason in ${import.meta.url}`);
  return reason;
}
