import { RpcError } from '../rpc/json-rpc-client.js';
import { toSentence } from '../text/sentence.js';
import { Notice } from './notice.js';

/** Shows the error of a call, with its fix where the server gives one. */
export function RpcErrorNotice({ title, error }: { readonly title: string; readonly error: unknown }) {
  const fix = error instanceof RpcError ? error.data['fix'] : undefined;
  return (
    <Notice kind="bad" title={title}>
      <p>{toSentence(error instanceof Error ? error.message : String(error))}</p>
      {typeof fix === 'string' && <p>Fix: {toSentence(fix)}</p>}
    </Notice>
  );
}
