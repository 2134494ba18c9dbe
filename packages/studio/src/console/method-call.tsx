import { useState } from 'preact/hooks';
import { announce } from '../components/announcer.js';
import { Badge } from '../components/badge.js';
import { Button } from '../components/button.js';
import { CodeBlock } from '../components/code-block.js';
import { DataTable } from '../components/data-table.js';
import { Notice } from '../components/notice.js';
import { Panel } from '../components/panel.js';
import { Prose } from '../components/prose.js';
import { createCurlLine } from '../rpc/curl-line.js';
import { sendRequest, type HttpResponse } from '../rpc/http-exchange.js';
import { createCallText, type ParamTexts } from './call-text.js';
import type { DescribedError, DescribedMethod } from './described-method.js';
import type { Endpoint } from './endpoints.js';
import { ParamField } from './param-field.js';
import { ResponseView } from './response-view.js';

/** Shows a method: its description, a form for its params, the call, the response and its errors. */
export function MethodCall(props: { readonly endpoint: Endpoint; readonly method: DescribedMethod }) {
  const { endpoint, method } = props;
  const [response, setResponse] = useState<HttpResponse | 'none'>();

  const send = async (text: string): Promise<void> => {
    const received = await sendRequest(endpoint.path, text).catch(() => 'none' as const);
    setResponse(received);
    announce(received === 'none' ? 'No response' : 'Response received');
  };

  return (
    <div class="method-call">
      <Panel
        title={method.name}
        aside={method.isDeprecated ? <Badge tone="warn">deprecated</Badge> : undefined}
      >
        <div class="method-call-about">
          <p>
            <Prose text={`${method.summary}.`} />
          </p>
          <p>
            <Prose text={method.description} />
          </p>
        </div>
        <CallForm endpoint={endpoint} method={method} onSend={(text) => void send(text)} />
      </Panel>
      {response !== undefined && (
        <Panel title="Response">
          {response === 'none' ? (
            <Notice kind="bad" title="No response">
              <p>The server is not running, or it closed the connection.</p>
            </Notice>
          ) : (
            <ResponseView response={response} />
          )}
        </Panel>
      )}
      {method.errors.length > 0 && <ErrorTable errors={method.errors} />}
    </div>
  );
}

function CallForm(props: {
  readonly endpoint: Endpoint;
  readonly method: DescribedMethod;
  readonly onSend: (text: string) => void;
}) {
  const { endpoint, method, onSend } = props;
  const [typed, setTyped] = useState<ParamTexts>({});
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const { text, errors = {} } = createCallText(method, typed);
  return (
    <>
      <form
        class="method-call-form"
        onSubmit={(event) => {
          event.preventDefault();
          setWasSubmitted(true);
          if (text !== undefined) onSend(text);
        }}
        noValidate
      >
        {method.params.map((param) => (
          <ParamField
            key={param.name}
            param={param}
            value={typed[param.name] ?? ''}
            error={wasSubmitted ? errors[param.name] : undefined}
            onInput={(value) => setTyped({ ...typed, [param.name]: value })}
          />
        ))}
        <div>
          <Button kind="primary" type="submit">
            Send
          </Button>
        </div>
      </form>
      {text !== undefined && (
        <CodeBlock label="The same with curl" text={createCurlLine(location.origin + endpoint.path, text)} />
      )}
    </>
  );
}

function ErrorTable({ errors }: { readonly errors: readonly DescribedError[] }) {
  return (
    <Panel title="Errors">
      <DataTable
        label="Errors of this method"
        columns={[
          { title: 'Reason', cell: ({ reason }) => <code>{reason}</code> },
          { title: 'Code', cell: ({ code }) => code, isNumber: true },
          { title: 'When', cell: ({ when }) => <Prose text={when} /> },
        ]}
        rows={errors}
        keyOf={({ code, reason }) => `${code} ${reason}`}
      />
    </Panel>
  );
}
