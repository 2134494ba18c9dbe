/** What is known of a call that a store did not answer. */
interface Unavailability {
  /** Whether the same call may succeed a little later, with nothing changed by an operator. */
  readonly isPassing: boolean;
  /** What happened, behind the name of the database. */
  readonly words: string;
  /** What to do. */
  readonly advice: string;
}

const AGAIN = 'try again later';

/** Why a store does not answer: stable names. */
export const STORE_FAILURES = {
  /** It cannot be connected to, or starts or ends just then. */
  unreachable: { isPassing: true, words: 'cannot be reached', advice: AGAIN },
  /** The connection ended in the middle of the call. */
  'connection-lost': { isPassing: true, words: 'ended the connection', advice: AGAIN },
  /** It answered too slowly, or not at all. */
  timeout: { isPassing: true, words: 'does not answer in time', advice: AGAIN },
  /** Others hold what the call needs: the lock of the entries, or all connections. */
  busy: { isPassing: true, words: 'is busy', advice: AGAIN },
  /** Others came first each time the write was tried. */
  conflict: { isPassing: true, words: 'is written to by others all the time', advice: AGAIN },
  /** There is no room left on the disk or in the memory. */
  full: { isPassing: false, words: 'has no room left', advice: 'make room where it keeps its state' },
  /** It does not take the user, the password, the name of the database or what is to be done there. */
  refused: {
    isPassing: false,
    words: 'refuses the call',
    advice: 'check where it is, and the right to use it',
  },
  /** It was made by a newer version of this package. */
  newer: { isPassing: false, words: 'is of a newer version', advice: 'use a newer dapikit' },
  /** What it holds is not what this package wrote. */
  damaged: {
    isPassing: false,
    words: 'is damaged or belongs to another program',
    advice: 'import an export of the state into a new store',
  },
  /** It was closed by this process. */
  closed: { isPassing: false, words: 'is closed', advice: 'open it again' },
} as const satisfies Readonly<Record<string, Unavailability>>;

/** Why a store does not answer. */
export type StoreFailure = keyof typeof STORE_FAILURES;

/** What more is known of a {@link StoreUnavailable}. */
export interface StoreUnavailableDetails {
  /** What the database itself says; for a log. */
  readonly cause?: unknown;
  /** What stands behind the words: where the store is, or the code of the database. Never a password. */
  readonly detail?: string;
  readonly mayBeStored?: boolean;
}

/** The database gives no answer: it is away, busy, full, refuses this program, is not ours or was closed. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  /** Whether the write may be stored all the same: the answer to its last step is what was lost. */
  readonly mayBeStored: boolean;

  /** @param database how the message begins, such as `PostgreSQL`. */
  constructor(
    database: string,
    readonly reason: StoreFailure,
    { cause, detail, mayBeStored = false }: StoreUnavailableDetails = {},
  ) {
    const { words, advice } = STORE_FAILURES[reason];
    const known = detail === undefined ? '' : ` (${detail})`;
    const doubt = mayBeStored ? '; the write may be stored all the same' : '';
    super(`${database} ${words}${known}${doubt}: ${advice}`, cause === undefined ? {} : { cause });
    this.mayBeStored = mayBeStored;
  }

  /** Whether the same call may succeed a little later, with nothing changed by an operator. */
  get isPassing(): boolean {
    return STORE_FAILURES[this.reason].isPassing;
  }

  /** What happened, behind the name of the database. */
  get words(): string {
    return STORE_FAILURES[this.reason].words;
  }

  /** What to do. */
  get advice(): string {
    return STORE_FAILURES[this.reason].advice;
  }
}
