import {
  ASSUMPTION_DOCS,
  documentValidator,
  protocolAt,
  WRITE_ACTIONS,
  type ContractDescription,
  type DocumentTypeDescription,
  type WriteAction,
} from '@dapikit/contract';
import type { ComponentChildren } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { Button } from '../components/button.js';
import { Notice } from '../components/notice.js';
import { Select } from '../components/select.js';
import { TextField } from '../components/text-field.js';
import {
  judgeTrial,
  OUTSIDE_CHOICES,
  sendsProperties,
  type Outside,
  type OutsideChoice,
  type Trial,
  type TrialOutcome,
} from '../contract/document-trial.js';
import type { ShownDiagnostic } from '../editor/editor-diagnostics.js';
import { DiagnosticList } from './diagnostic-list.js';
import { createDocumentExample } from './document-example.js';
import { VerdictLine } from './verdict-line.js';

const ACTION_LABELS: Readonly<Record<WriteAction, string>> = {
  create: 'Create',
  replace: 'Replace',
  delete: 'Delete',
  transfer: 'Transfer',
  purchase: 'Purchase',
  update_price: 'Set a price',
  restore: 'Restore',
};

const ACTIONS = WRITE_ACTIONS.map((value) => ({ value, label: ACTION_LABELS[value] }));

/** Judges a document that is typed by the rules of the contract, before anything is registered. */
export function TryDocumentView(props: {
  readonly text: string;
  readonly protocolVersion: number;
  readonly description: ContractDescription;
}) {
  const { documentTypes } = props.description;
  const [chosen, setChosen] = useState('');
  const type = documentTypes.find(({ name }) => name === chosen) ?? documentTypes[0];
  if (type === undefined)
    return <p class="document-type-note">The contract has no document type, so there is nothing to try.</p>;
  return (
    <div class="try-document">
      <TryType key={type.name} {...props} type={type}>
        <Select
          label="Document type"
          value={type.name}
          options={documentTypes.map(({ name }) => ({ value: name, label: name }))}
          onChange={setChosen}
        />
      </TryType>
    </div>
  );
}

function TryType(props: {
  readonly text: string;
  readonly protocolVersion: number;
  readonly type: DocumentTypeDescription;
  /** The choice of the type. */
  readonly children: ComponentChildren;
}) {
  const { text, protocolVersion, type, children } = props;
  const validator = useMemo(
    () => documentValidator(text, type.name, { protocolVersion }),
    [text, protocolVersion, type.name],
  );
  const [turn, setTurn] = useState(0);
  const [trial, setTrial] = useState<Trial>(() => {
    const document = createDocumentExample(text, type, 0);
    return { action: 'create', document, stored: document, outside: {}, assumptions: '' };
  });
  const change = (changed: Partial<Trial>): void => setTrial({ ...trial, ...changed });
  const outcome = useMemo(() => judgeTrial(validator, trial), [validator, trial]);
  const showNextExample = (): void => {
    setTurn(turn + 1);
    change({ document: createDocumentExample(text, type, turn + 1) });
  };

  return (
    <>
      <div class="try-document-tools">
        {children}
        {judgesWrites(protocolVersion) && (
          <Select
            label="Write"
            value={trial.action}
            options={ACTIONS}
            onChange={(action) => change({ action })}
          />
        )}
        <Button size="s" onClick={showNextExample}>
          Another example
        </Button>
      </div>
      <TrialFields trial={trial} outcome={outcome} onChange={change} />
    </>
  );
}

/** Returns whether a contract has rules about more than the values of a document. */
const judgesWrites = (protocolVersion: number): boolean => protocolAt(protocolVersion).constraints;

function TrialFields(props: {
  readonly trial: Trial;
  readonly outcome: TrialOutcome;
  readonly onChange: (changed: Partial<Trial>) => void;
}) {
  const { trial, outcome, onChange } = props;
  const box = useRef<HTMLDivElement>(null);
  const isSent = sendsProperties(trial.action);
  return (
    <>
      <div ref={box} class="try-document-fields">
        {trial.action !== 'create' && (
          <TextField
            label="The stored document"
            value={trial.stored}
            onInput={(stored) => onChange({ stored })}
            isCode
            lines={countLines(trial.stored)}
          />
        )}
        {isSent && (
          <TextField
            label="The document that is written"
            hint="Its properties, as JSON. Bytes are Base64 text, identifiers base58 text."
            value={trial.document}
            onInput={(document) => onChange({ document })}
            isCode
            lines={countLines(trial.document)}
          />
        )}
      </div>
      <OutsideFields
        asked={outcome.asked}
        outside={trial.outside}
        onChange={(outside) => onChange({ outside })}
      />
      <AssumptionsField trial={trial} outcome={outcome} onChange={onChange} />
      {outcome.assumptionsError === undefined && (
        <Outcome
          outcome={outcome}
          isSent={isSent}
          onReveal={({ diagnostic: { range } }) => {
            const written = box.current?.querySelector<HTMLTextAreaElement>(
              '.text-field:last-child textarea',
            );
            written?.focus();
            if (range) written?.setSelectionRange(range.start.offset, range.end.offset);
          }}
        />
      )}
    </>
  );
}

/** Shows a field for what no choice can say, where the rules depend on the outside. */
function AssumptionsField(props: {
  readonly trial: Trial;
  readonly outcome: TrialOutcome;
  readonly onChange: (changed: Partial<Trial>) => void;
}) {
  const { trial, outcome, onChange } = props;
  if (outcome.asked.length === 0 && outcome.unjudged.length === 0 && trial.assumptions === '') return null;
  return (
    <details class="try-document-more">
      <summary>More about the outside</summary>
      <TextField
        label="Assumptions"
        hint={`JSON, as \`dapikit check --assume\` reads it: ${Object.keys(ASSUMPTION_DOCS).join(', ')}.`}
        value={trial.assumptions}
        onInput={(assumptions) => onChange({ assumptions })}
        error={outcome.assumptionsError}
        isCode
        lines={6}
      />
    </details>
  );
}

const MIN_LINES = 4;
const MAX_LINES = 14;

const countLines = (text: string): number =>
  Math.min(MAX_LINES, Math.max(MIN_LINES, text.split('\n').length));

const KNOWN = [
  { value: 'unknown', label: 'not known' },
  { value: 'yes', label: 'yes' },
  { value: 'no', label: 'no' },
] as const;

/** Shows a choice for each question about the outside that the rules ask. */
function OutsideFields(props: {
  readonly asked: readonly OutsideChoice[];
  readonly outside: Outside;
  readonly onChange: (outside: Outside) => void;
}) {
  const { asked, outside, onChange } = props;
  if (asked.length === 0) return null;
  return (
    <fieldset class="try-document-outside">
      <legend>Outside of the document</legend>
      {asked.map((choice) => {
        const known = outside[choice];
        return (
          <Select<(typeof KNOWN)[number]['value']>
            key={choice}
            label={OUTSIDE_CHOICES[choice]}
            value={known === undefined ? 'unknown' : known ? 'yes' : 'no'}
            // A document that exists has values, which the assumptions give.
            options={choice === 'documents' ? KNOWN.filter(({ value }) => value !== 'yes') : KNOWN}
            onChange={(value) => {
              const { [choice]: _, ...others } = outside;
              onChange(value === 'unknown' ? others : { ...others, [choice]: value === 'yes' });
            }}
          />
        );
      })}
    </fieldset>
  );
}

function Outcome(props: {
  readonly outcome: TrialOutcome;
  readonly isSent: boolean;
  readonly onReveal: (shown: ShownDiagnostic) => void;
}) {
  const { ok, diagnostics, generated, unjudged } = props.outcome;
  const filled = Object.entries(generated);
  return (
    <div class="try-document-outcome">
      <VerdictLine
        verdict={{ ok, accepted: ok, diagnostics }}
        subject={props.isSent ? 'document' : 'write'}
        cost={undefined}
        limits={ok && unjudged.length > 0 ? 'as far as it can be judged' : ''}
      />
      {unjudged.length > 0 && (
        <Notice kind="info" title="Not judged">
          <ul>
            {unjudged.map((what) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
        </Notice>
      )}
      {filled.length > 0 && (
        <Notice kind="info" title="The platform fills in">
          <ul>
            {filled.map(([path, value]) => (
              <li key={path}>
                <code>{path}</code>: {value}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {diagnostics.length > 0 && (
        <DiagnosticList
          subject="document"
          diagnostics={diagnostics.map((diagnostic) => ({ diagnostic }))}
          onReveal={props.onReveal}
        />
      )}
    </div>
  );
}
