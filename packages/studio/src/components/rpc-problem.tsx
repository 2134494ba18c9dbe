import { RpcError } from '../rpc/json-rpc-client.js';
import { Notice } from './notice.js';
import { sentence } from './sentence.js';

/** What went wrong with a call, and what to do about it where the server says so. */
export function RpcProblem({ title, error }: { readonly title: string; readonly error: unknown }) {
  return (
    <Notice kind="bad" title={title}>
      <p>{error instanceof Error ? sentence(error.message) : 'Nobody knows why.'}</p>
      {error instanceof RpcError && typeof error.data['mend'] === 'string' && (
        <p>What to do: {sentence(error.data['mend']).replace(/^./, (first) => first.toLowerCase())}</p>
      )}
    </Notice>
  );
}
