import { StoreUnavailableError, type StoreFailure } from './store-unavailable-error.js';

/**
 * Failures by the codes of PostgreSQL, of its driver and of the system; the first that matches counts.
 *
 * Source: appendix A of the manual of PostgreSQL, "PostgreSQL Error Codes".
 */
const FAILURES: readonly (readonly [RegExp, StoreFailure])[] = [
  // serialization_failure, deadlock_detected
  [/^40(?:001|P01)$/, 'conflict'],
  // too_many_connections, lock_not_available, object_in_use
  [/^(?:53300|55P03|55006)$/, 'busy'],
  // disk_full, out_of_memory and their class
  [/^(?:53|ENOSPC)/, 'full'],
  // cannot_connect_now, sqlclient_unable_to_establish_sqlconnection, sqlserver_rejected_establishment_of_sqlconnection
  [
    /^(?:57P03|0800[14]|CONNECT_TIMEOUT$|ECONNREFUSED$|ENOTFOUND$|ENOENT$|EAI_|EHOST|ENET|ETIMEDOUT$)/,
    'unreachable',
  ],
  // query_canceled; the others of its class end the session, as do idle_in_transaction_session_timeout and idle_session_timeout
  [/^57014$/, 'timeout'],
  [/^(?:57|08|25P03|CONNECTION_|ECONNRESET$|EPIPE$)/, 'connection-lost'],
  // io_error, data_corrupted, index_corrupted; tables or columns that are not there or not as they were made
  [/^(?:58|XX00[12]|42P01|42703|42P07|42710|42804)/, 'damaged'],
  // invalid_authorization, invalid_catalog_name, invalid_schema_name, insufficient_privilege, read_only_sql_transaction; settings in the address
  [/^(?:28|3D|42501|3F|25006|0A|22023|42704|SASL_)/, 'rejected'],
];

/** Converts an error of the database or its driver to a {@link StoreUnavailableError}; returns other errors as they are. */
export function postgresFailure(error: unknown): unknown {
  if (error instanceof StoreUnavailableError) return error;
  const code = codeOf(error);
  const reason = FAILURES.find(([pattern]) => pattern.test(code))?.[1];
  return reason === undefined
    ? error
    : new StoreUnavailableError('PostgreSQL', reason, { detail: code, cause: error });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
