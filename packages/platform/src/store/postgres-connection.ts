import postgres, { type Sql } from 'postgres';
import { InputError } from '../base/errors/input-error.js';
import { postgresFailure } from './postgres-failure.js';
import { StoreUnavailableError } from './store-unavailable-error.js';

/** Describes a PostgreSQL database and schema. */
export interface PostgresAddress {
  readonly url: string;
  readonly schema: string;
  /** Longest wait for a connection, a lock or a response, in milliseconds. */
  readonly timeout: number;
}

const CLOSE_SECONDS = 1;
/** The difference between the time limits of lock, statement and answer, so that the error names the right cause. */
const LONGER_MS = 500;
/** A transaction may work on what it has read for so much longer than it may wait. */
const IDLE_TIMES = 4;
/** Severities of errors that end the session. */
const ENDS_SESSION = new Set(['FATAL', 'PANIC']);

/** `read` sees one state, `write` what the one before it left, with the others excluded by a lock, `creation` what others have made. */
type Transaction = keyof typeof BEGINNINGS;

const BEGINNINGS = {
  read: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
  write: 'BEGIN ISOLATION LEVEL REPEATABLE READ',
  // What another process makes meanwhile has to be seen after the wait for it, whatever the default of the database is.
  creation: 'BEGIN ISOLATION LEVEL READ COMMITTED',
} as const;

/**
 * Represents a connection for one transaction at a time. Once it is lost nothing is sent through it any more: the driver would send what
 * a lost transaction still asks to the next user of the connection.
 */
export class PostgresConnection {
  readonly #sql: Sql;
  readonly #timeout: number;
  /** Why nothing is sent any more. */
  #lost: StoreUnavailableError | undefined;
  /** First error in this transaction: PostgreSQL stores nothing of it, whatever comes after. */
  #failed: unknown;

  /** @throws {InputError} when the address is none. */
  constructor({ url, schema, timeout }: PostgresAddress) {
    this.#timeout = timeout;
    try {
      this.#sql = postgres(url, {
        max: 1,
        connect_timeout: timeout / 1000,
        // Would end it in the middle of a transaction.
        max_lifetime: null,
        fetch_types: false,
        connection: {
          application_name: 'dapikit',
          search_path: `"${schema.replaceAll('"', '""')}"`,
          lock_timeout: timeout,
          statement_timeout: timeout + LONGER_MS,
          // A program that is stopped in the middle of a write does not block the others permanently.
          idle_in_transaction_session_timeout: timeout * IDLE_TIMES,
        },
        onnotice: () => undefined,
        onclose: () => this.#lose(new StoreUnavailableError('PostgreSQL', 'connection-lost')),
      });
    } catch {
      // What the driver says has the address in it, and that the password.
      throw new InputError('url', {
        expected: 'an address such as postgres://user:password@host:5432/database',
        found: 'another text',
        fix: 'percent-encode special characters in the user and password, such as %40',
      });
    }
  }

  get isLost(): boolean {
    return this.#lost !== undefined;
  }

  /** Connects. @throws {StoreUnavailableError} */
  async open(): Promise<void> {
    await this.ask((sql) => sql`SELECT 1`);
  }

  /** Asks the database. @throws {StoreUnavailableError} when it does not answer in time or cannot. */
  async ask<Rows>(question: (sql: Sql) => PromiseLike<Rows>): Promise<Rows> {
    if (this.#lost !== undefined) throw this.#lost;
    const timer = setTimeout(
      () => {
        this.#lose(new StoreUnavailableError('PostgreSQL', 'timeout'));
        void this.end();
      },
      this.#timeout + 2 * LONGER_MS,
    );
    try {
      return await question(this.#sql);
    } catch (error) {
      throw this.#fail(error);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Stores what `work` wrote when it ends, and nothing of it when it or any question throws. */
  async transaction<Result>(kind: Transaction, work: () => Promise<Result>): Promise<Result> {
    this.#failed = undefined;
    let result: Result;
    await this.ask((sql) => sql.unsafe(BEGINNINGS[kind]));
    try {
      result = await work();
      // PostgreSQL answers COMMIT to a transaction that failed as if all were well.
      if (this.#failed !== undefined) throw this.#failed;
    } catch (error) {
      const failed = this.#failed;
      if (!this.isLost) await this.ask((sql) => sql`ROLLBACK`).catch(() => this.#lose(unanswered()));
      throw failed ?? error;
    }
    try {
      await this.ask((sql) => sql`COMMIT`);
    } catch (error) {
      // What was read was read of one state.
      if (kind === 'read') return result;
      throw this.#lost === undefined ? error : inDoubt(this.#lost);
    }
    return result;
  }

  async end(): Promise<void> {
    this.#lost ??= unanswered();
    await this.#sql.end({ timeout: CLOSE_SECONDS }).catch(() => undefined);
  }

  #fail(error: unknown): unknown {
    const severity: unknown = error instanceof postgres.PostgresError ? error.severity : 'FATAL';
    const failure = this.#lost ?? postgresFailure(error);
    if (ENDS_SESSION.has(String(severity)))
      this.#lose(failure instanceof StoreUnavailableError ? failure : unanswered(error));
    this.#failed ??= failure;
    return failure;
  }

  #lose(why: StoreUnavailableError): void {
    this.#lost ??= why;
  }
}

const unanswered = (cause?: unknown): StoreUnavailableError =>
  new StoreUnavailableError('PostgreSQL', 'connection-lost', { cause });

const inDoubt = ({ reason, cause }: StoreUnavailableError): StoreUnavailableError =>
  new StoreUnavailableError('PostgreSQL', reason, { cause, maybeCommitted: true });
