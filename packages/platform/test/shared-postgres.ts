import type { TestProject } from 'vitest/node';
import { postgresPrograms, startPostgres } from './postgres-server.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL server that files share, each with a database of its own; absent where PostgreSQL is not installed. */
    readonly postgresUrl: string | undefined;
  }
}

/** Enough for all workers: a store has up to four. */
const MAX_CONNECTIONS = 300;

/** Starts one PostgreSQL server for all files, as creating one takes a second of processor time. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const programs = postgresPrograms();
  if (programs === undefined) {
    project.provide('postgresUrl', undefined);
    return undefined;
  }
  const server = await startPostgres(programs, { settings: [`max_connections=${MAX_CONNECTIONS}`] });
  project.provide('postgresUrl', server.url);
  return async () => server.stop();
}
