import { Badge } from '../components/badge.js';
import { CodeBlock } from '../components/code-block.js';
import { DataTable } from '../components/data-table.js';
import { isObject } from '../json/json-values.js';
import type { HttpResponse } from '../rpc/http-exchange.js';
import { indentJson } from '../json/indent-json.js';

/** Shows a response, with line breaks added. */
export function ResponseView({ response }: { readonly response: HttpResponse }) {
  const { status, body, headers, milliseconds } = response;
  const isError = status !== 200 || hasError(body);
  return (
    <div class="response-view">
      <p class="response-view-facts">
        <Badge tone={isError ? 'bad' : 'good'}>{isError ? 'error' : 'result'}</Badge>
        <span>HTTP {status}</span>
        <span>{milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms</span>
        <span>{new TextEncoder().encode(body).length.toLocaleString('en')} bytes</span>
      </p>
      <CodeBlock label="Body" text={indentJson(body)} />
      {headers.length > 0 && (
        <DataTable
          label="Headers"
          columns={[
            { title: 'Header', cell: ([name]) => <code>{name}</code> },
            { title: 'Value', cell: ([, value]) => <code>{value}</code> },
          ]}
          rows={headers}
          keyOf={([name]) => name}
        />
      )}
    </div>
  );
}

function hasError(body: string): boolean {
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) && 'error' in value;
  } catch {
    return true;
  }
}
