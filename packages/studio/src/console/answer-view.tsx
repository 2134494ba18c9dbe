import { Badge } from '../components/badge.js';
import { CodeBlock } from '../components/code-block.js';
import { DataTable } from '../components/data-table.js';
import { isObject } from '../rpc/json-rpc-client.js';
import type { Answer } from '../rpc/exchange.js';
import { indentJson } from './indent-json.js';

/** What the server answered, to the letter but for the line breaks. */
export function AnswerView({ answer }: { readonly answer: Answer }) {
  const { status, body, headers, milliseconds } = answer;
  const isError = status !== 200 || hasError(body);
  return (
    <div class="answer-view">
      <p class="answer-view-facts">
        <Badge tone={isError ? 'bad' : 'good'}>{isError ? 'error' : 'result'}</Badge>
        <span>HTTP {status}</span>
        <span>{milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms</span>
        <span>{new TextEncoder().encode(body).length.toLocaleString('en')} bytes</span>
      </p>
      <CodeBlock label="Response" text={indentJson(body)} />
      {headers.length > 0 && (
        <DataTable
          label="Headers of the answer"
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
