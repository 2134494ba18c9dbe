import { PostgresConnection, type PostgresAddress } from './postgres-connection.js';
import { StoreUnavailableError } from './store-unavailable-error.js';

/** Manages connections to one database: as many as are used at once, up to a limit. A lost one is replaced when the next is needed. */
export class PostgresConnections {
  readonly #all = new Set<PostgresConnection>();
  readonly #idle: PostgresConnection[] = [];
  /** Those that wait for a connection, the first one first; called when one is free. */
  readonly #waiting: (() => void)[] = [];
  /** Work that is under way, or waits for a connection. */
  readonly #used = new Set<Promise<unknown>>();
  #isEnded = false;

  constructor(
    private readonly address: PostgresAddress,
    private readonly most: number,
  ) {}

  /**
   * Gives what `work` gives, which has a connection to itself.
   * @throws {StoreUnavailableError} when there is none in time.
   */
  async use<Result>(work: (connection: PostgresConnection) => Promise<Result>): Promise<Result> {
    const using = this.#use(work);
    this.#used.add(using);
    try {
      return await using;
    } finally {
      this.#used.delete(using);
    }
  }

  /** Waits briefly for pending work, then ends all connections. */
  async end(): Promise<void> {
    await within(CLOSE_MILLISECONDS, Promise.allSettled(this.#used));
    this.#isEnded = true;
    for (const wake of this.#waiting.splice(0)) wake();
    await Promise.all([...this.#all].map(async (connection) => connection.end()));
  }

  async #use<Result>(work: (connection: PostgresConnection) => Promise<Result>): Promise<Result> {
    const connection = await this.#take();
    try {
      return await work(connection);
    } finally {
      this.#give(connection);
    }
  }

  async #take(): Promise<PostgresConnection> {
    const until = performance.now() + this.address.timeout;
    for (;;) {
      if (this.#isEnded) throw new StoreUnavailableError('PostgreSQL', 'closed');
      const known = this.#idle.pop();
      if (known !== undefined && !known.isLost) return known;
      if (known !== undefined) this.#drop(known);
      else if (this.#all.size < this.most) {
        const opened = await this.#open();
        if (opened !== undefined) return opened;
        await this.#turn(until);
      } else await this.#turn(until);
    }
  }

  /** Returns a new connection; nothing when the server has none left but ours, of which one comes back. */
  async #open(): Promise<PostgresConnection | undefined> {
    const connection = new PostgresConnection(this.address);
    this.#all.add(connection);
    try {
      await connection.open();
      return connection;
    } catch (error) {
      this.#drop(connection);
      this.#waiting.shift()?.();
      if (error instanceof StoreUnavailableError && error.reason === 'busy' && this.#all.size > 0)
        return undefined;
      throw error;
    }
  }

  #give(connection: PostgresConnection): void {
    if (connection.isLost) this.#drop(connection);
    else this.#idle.push(connection);
    this.#waiting.shift()?.();
  }

  #drop(connection: PostgresConnection): void {
    this.#all.delete(connection);
    void connection.end();
  }

  async #turn(until: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const wake = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(
        () => {
          this.#waiting.splice(this.#waiting.indexOf(wake), 1);
          reject(new StoreUnavailableError('PostgreSQL', 'busy', { detail: 'all connections are in use' }));
        },
        Math.max(0, until - performance.now()),
      );
      this.#waiting.push(wake);
    });
  }
}

const CLOSE_MILLISECONDS = 5000;

/** Waits for something, but not for longer than some milliseconds. */
async function within(milliseconds: number, promise: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([promise, late]);
  clearTimeout(timer);
}
