import { useState } from 'preact/hooks';
import { Badge } from '../components/badge.js';
import { Button } from '../components/button.js';
import { CodeBlock } from '../components/code-block.js';
import { DataTable } from '../components/data-table.js';
import { Notice } from '../components/notice.js';
import { Panel } from '../components/panel.js';
import { Prose } from '../components/prose.js';
import { announce } from '../components/announcer.js';
import { exchange, type Answer } from '../rpc/exchange.js';
import { AnswerView } from './answer-view.js';
import { callText, curlLine, type Typed } from './call-text.js';
import type { DescribedMethod } from './described-method.js';
import type { Endpoint } from './endpoints.js';
import { ParamField } from './param-field.js';

/** A method: what it does, a form for its params, the call as it is sent, its answer, and its errors. */
export function MethodCall({
  endpoint,
  method,
}: {
  readonly endpoint: Endpoint;
  readonly method: DescribedMethod;
}) {
  const [typed, setTyped] = useState<Typed>({});
  const [hasTried, setHasTried] = useState(false);
  const [answer, setAnswer] = useState<Answer | 'none'>();
  const { text, problems = {} } = callText(method, typed);

  const send = async (): Promise<void> => {
    setHasTried(true);
    if (text === undefined) return;
    const came = await exchange(endpoint.path, text).catch(() => 'none' as const);
    setAnswer(came);
    announce(came === 'none' ? 'No answer came' : 'The answer is here');
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
        <form
          class="method-call-form"
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
          noValidate
        >
          {method.params.map((param) => (
            <ParamField
              key={param.name}
              param={param}
              value={typed[param.name] ?? ''}
              problem={hasTried ? problems[param.name] : undefined}
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
          <CodeBlock label="The same with curl" text={curlLine(location.origin + endpoint.path, text)} />
        )}
      </Panel>
      {answer !== undefined && (
        <Panel title="Answer">
          {answer === 'none' ? (
            <Notice kind="bad" title="No answer came">
              <p>The server is away, or it closed the connection.</p>
            </Notice>
          ) : (
            <AnswerView answer={answer} />
          )}
        </Panel>
      )}
      {method.errors.length > 0 && (
        <Panel title="Errors">
          <DataTable
            label="Errors of this method"
            columns={[
              { title: 'Reason', cell: ({ reason }) => <code>{reason}</code> },
              { title: 'Code', cell: ({ code }) => code, isNumber: true },
              { title: 'When', cell: ({ when }) => <Prose text={when} /> },
            ]}
            rows={method.errors}
            keyOf={({ code, reason }) => `${code} ${reason}`}
          />
        </Panel>
      )}
    </div>
  );
}
