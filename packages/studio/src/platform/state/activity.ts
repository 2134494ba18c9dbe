import { getInteger, getList, getMembers, getNumber, getText } from '../../json/json-values.js';

/** Lists the outcomes of an action. */
export type ActionOutcome = 'done' | 'rejected' | 'no response';

/** Describes an action of the user. */
export interface ActivityEntry {
  readonly number: number;
  readonly text: string;
  /** In credits; absent where nothing was charged. */
  readonly fee?: bigint;
  readonly height?: number;
  readonly outcome: ActionOutcome;
}

/** Describes the text of an action that is done, and of one that failed. */
export interface ActionText {
  readonly done: string;
  readonly attempted: string;
}

const KEY = 'dapikit-activity';
const MAX_ENTRIES = 8;
const OUTCOMES: readonly ActionOutcome[] = ['done', 'rejected', 'no response'];

/** Loads the last actions of this page, the last first. */
export function loadActivity(): readonly ActivityEntry[] {
  return getList(loadStored()).map((entry) => {
    const height = getNumber(entry, 'height');
    return {
      number: getNumber(entry, 'number') ?? 0,
      text: getText(entry, 'text'),
      ...('fee' in getMembers(entry) && { fee: getInteger(entry, 'fee') }),
      ...(height !== undefined && { height }),
      outcome: OUTCOMES.find((known) => known === getText(entry, 'outcome')) ?? 'done',
    };
  });
}

/** Adds an action, and stores it until the page is closed. @param response of the server, or the data of its error. @returns all entries. */
export function addActivity(
  { done, attempted }: ActionText,
  response: unknown,
  outcome: ActionOutcome = 'done',
): readonly ActivityEntry[] {
  const before = loadActivity();
  const height = getNumber(getMembers(response)['block'], 'height');
  const entry: ActivityEntry = {
    number: (before[0]?.number ?? 0) + 1,
    text: outcome === 'done' ? done : attempted,
    ...('fee' in getMembers(response) && { fee: getInteger(response, 'fee') }),
    ...(height !== undefined && { height }),
    outcome,
  };
  const entries = [entry, ...before].slice(0, MAX_ENTRIES);
  store(entries.map((one) => ({ ...one, ...(one.fee !== undefined && { fee: String(one.fee) }) })));
  return entries;
}

/** Deletes the activity of a platform that no longer exists. */
export const clearActivity = (): void => store([]);

/** Returns the text of a registration. */
export const createRegistrationText = (name: string): ActionText => ({
  done: `${name} registered a contract`,
  attempted: `${name} tried to register a contract`,
});

function loadStored(): unknown {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return value;
  } catch {
    return [];
  }
}

function store(entries: readonly object[]): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(entries));
  } catch {
    // A browser that stores nothing shows no activity.
  }
}
