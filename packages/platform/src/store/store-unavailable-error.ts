import { PlatformError } from '../base/errors/platform-error.js';

/** Describes a kind of store failure. */
interface StoreFailureRow {
  /** True if the same call may succeed a little later, with nothing changed by an operator. */
  readonly isTransient: boolean;
  /** Description of the failure, behind the name of the database. */
  readonly words: string;
  /** Suggested fix. */
  readonly fix: string;
}

const RETRY = 'try again later';

/** Lists why a store does not respond: stable names. */
export const STORE_FAILURES = {
  /** It cannot be connected to, or starts or ends just then. */
  unreachable: { isTransient: true, words: 'cannot be reached', fix: RETRY },
  /** The connection ended in the middle of the call. */
  'connection-lost': { isTransient: true, words: 'ended the connection', fix: RETRY },
  /** It answered too slowly, or not at all. */
  timeout: { isTransient: true, words: 'does not respond in time', fix: RETRY },
  /** Others have locked what the call needs: the entries, or all connections. */
  busy: { isTransient: true, words: 'is busy', fix: RETRY },
  /** Others came first each time the write was tried. */
  conflict: { isTransient: true, words: 'is busy with other writers', fix: RETRY },
  /** There is no room left on the disk or in the memory. */
  full: { isTransient: false, words: 'has no room left', fix: 'make room for its files' },
  /** It rejects the user, the password, the name of the database or the operation. */
  rejected: {
    isTransient: false,
    words: 'rejects the call',
    fix: 'check its address, credentials and permissions',
  },
  /** Its state or its tables were written by a version of this package with another layout. */
  'other-layout': {
    isTransient: false,
    words: 'has another layout',
    fix: 'start with an empty store, or use the dapikit that wrote it',
  },
  /** Its content was not written by this package. */
  damaged: {
    isTransient: false,
    words: 'is damaged or belongs to another program',
    fix: 'import an export of the state into a new store',
  },
  /** It was closed by this process. */
  closed: { isTransient: false, words: 'is closed', fix: 'open it again' },
} as const satisfies Readonly<Record<string, StoreFailureRow>>;

/** Names why a store does not respond. */
export type StoreFailure = keyof typeof STORE_FAILURES;

/** Describes a {@link StoreUnavailableError} in addition to its reason. */
export interface StoreUnavailableDetails {
  /** Error of the database itself; for a log. */
  readonly cause?: unknown;
  /** The details behind the words: where the store is, or the code of the database. Never a password. */
  readonly detail?: string;
  /** Expected content of the store, and the content that was found. */
  readonly expected?: string;
  readonly found?: string;
  readonly maybeCommitted?: boolean;
}

/** Reports that the database does not respond: it is unavailable, busy, full, rejects this program, is not ours or was closed. */
export class StoreUnavailableError extends PlatformError {
  override readonly name = 'StoreUnavailableError';
  /** True if the write may have been stored nevertheless: the answer to its last step was lost. */
  readonly maybeCommitted: boolean;

  /** @param database how the message begins, such as `PostgreSQL`. */
  constructor(
    database: string,
    readonly reason: StoreFailure,
    { cause, detail, expected, found, maybeCommitted = false }: StoreUnavailableDetails = {},
  ) {
    const { words, fix } = STORE_FAILURES[reason];
    const compared = expected === undefined ? undefined : `expected ${expected}, found ${found ?? 'none'}`;
    const known = [compared, detail].filter((one) => one !== undefined).join('; ');
    const doubt = maybeCommitted ? '; the write may be stored all the same' : '';
    super(`${database} ${words}${known === '' ? '' : ` (${known})`}${doubt}`, {
      ...(expected === undefined ? {} : { expected }),
      ...(found === undefined ? {} : { found }),
      fix,
      cause,
    });
    this.maybeCommitted = maybeCommitted;
  }

  /** Returns whether the same call may succeed a little later, with nothing changed by an operator. */
  get isTransient(): boolean {
    return STORE_FAILURES[this.reason].isTransient;
  }

  /** Returns the failure in words that follow the name of the database. */
  get words(): string {
    return STORE_FAILURES[this.reason].words;
  }
}
