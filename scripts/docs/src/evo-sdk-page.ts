import { readFileSync } from 'node:fs';
import { fillPage } from './fill-page.js';
import { cell, table } from './markdown.js';

/** What calls of each method gave: the tests of evo-sdk write it, and compare it in every build. */
const CALLS = new URL('../../../packages/dapikit/test/facade/facade-table.json', import.meta.url);

type Case = 'present' | 'absent' | 'rejected';
type Row = Readonly<Partial<Record<Case | 'proposed' | 'signed', string>>>;
type Rows = Readonly<Record<string, Row>>;

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

const NO_ARGUMENTS = 'It has no arguments: nothing that it names can be absent, and none can break a rule.';
const ANY_TEXT = 'evo-sdk responds for any text by itself.';

/** Why there is no call for a cell, by what begins the names of methods and the case. */
const WITHOUT_CALL: readonly (readonly [methods: RegExp, cases: readonly Case[], reason: string])[] = [
  [
    /^(?:epoch\.current|protocol\.versionUpgradeState|system\.(?:status|currentQuorumsInfo|totalCreditsInPlatform))(?:WithProof)?$/,
    ['absent', 'rejected'],
    NO_ARGUMENTS,
  ],
  [
    /^shielded\./,
    ['absent', 'rejected'],
    'The local platform has no shielded pool, whatever the arguments are.',
  ],
  [/^dpns\.convertToHomographSafe$/, ['absent', 'rejected'], ANY_TEXT],
  [/^dpns\.(?:isContestedUsername|isValidUsername)$/, ['rejected'], ANY_TEXT],
  [/^dpns\.resolveName$/, ['rejected'], 'What can be no name resolves to `undefined`, as a free name does.'],
  [
    /^tokens\.calculateId$/,
    ['absent'],
    'evo-sdk computes the id from its arguments, whether there is such a contract or not.',
  ],
  [
    /^stateTransitions\.wait/,
    ['absent'],
    'For a transition that was never broadcast, evo-sdk 4.1.0 repeats its request, and fails with `the operation timed out` after more than a minute. Its setting `waitTimeoutMs` panics.',
  ],
];

/** Returns evo-sdk.md: each method of evo-sdk with the results of calls. @throws {Error} for a failure or a missing call without a reason */
export function evoSdkPage(): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the test that writes the file checks it
  const calls = JSON.parse(readFileSync(CALLS, 'utf8')) as { readonly writes: Rows; readonly queries: Rows };
  const [writes, queries] = [shownRows(calls.writes), shownRows(calls.queries)];
  const shown = [...writes, ...queries];
  const failing = shown.filter(([, row]) => [row.present, row.proposed, row.signed].some(isFailure));
  return fillPage('evo-sdk.md', {
    writes: casesTable(writes),
    queries: casesTable(queries),
    groups: table(
      ['method', 'proposed', 'signed'],
      writes
        .filter(([, row]) => row.proposed !== undefined)
        .map(([name, row]) => [`\`${name}\``, shownCell(row.proposed), shownCell(row.signed)]),
    ),
    impossible: table(
      ['method', 'reason'],
      failing.map(([name]) => [`\`${name}\``, reasonOf(name)]),
    ),
    missing: table(['method', 'without a call', 'reason'], shown.flatMap(missingCalls)),
  });
}

/** Lists rows without those of queries with proof that are equal to the row without. */
function shownRows(rows: Rows): (readonly [name: string, row: Row])[] {
  return Object.entries(rows).filter(([name, row]) => {
    const other = name.endsWith('WithProof') ? rows[name.slice(0, -'WithProof'.length)] : undefined;
    return JSON.stringify(other) !== JSON.stringify(row);
  });
}

/** Lists the cells of a method for which there is no call, with the reason. @throws {Error} where there is none */
function missingCalls([name, row]: readonly [string, Row]): string[][] {
  const missing = (['absent', 'rejected'] as const).filter((each) => row[each] === undefined);
  if (missing.length === 0) return [];
  const reason = WITHOUT_CALL.find(
    ([methods, cases]) => methods.test(name) && missing.every((each) => cases.includes(each)),
  )?.[2];
  if (reason === undefined)
    throw new Error(
      `${name} has no call that is ${missing.join(' or ')}, without a reason in ${import.meta.url}`,
    );
  return [[`\`${name}\``, missing.join(', '), reason]];
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
