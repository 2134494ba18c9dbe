import { compareContracts, type ContractChange, type UpdateVerdict } from '@dapikit/contract';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Button } from '../components/button.js';
import { EmptyState } from '../components/empty-state.js';
import { Notice } from '../components/notice.js';
import { Panel } from '../components/panel.js';
import { changeDraft, useDraft } from '../contract/draft.js';
import type { ContractEditor } from '../editor/editor.js';
import { PlatformContractChoice } from '../platform/registration/platform-contract-choice.js';
import { UpdateButton } from '../platform/registration/update-button.js';
import { formatDash } from '../text/format-dash.js';
import { DiagnosticList } from './diagnostic-list.js';
import { EditorHost } from './editor-host.js';
import { ExampleChoice } from './example-choice.js';
import { ScrollLink } from './scroll-link.js';
import { withFixes } from './shown-diagnostics.js';
import { VerdictLine } from './verdict-line.js';

const PAUSE_MS = 80;
const MAX_DIAGNOSTICS = 200;

interface Comparison {
  readonly baseline: string;
  readonly update: string;
  readonly verdict: UpdateVerdict;
}

const setBaseline = (baseline: string): void => changeDraft({ baseline, contractId: '' });

/**
 * Compares a contract with its update, and registers the update on the local platform.
 * @param props.initialId the id of a contract of the platform to start with
 */
export function CompareView(props: { readonly initialId: string | null; readonly hasPlatform: boolean }) {
  const { text, baseline, protocolVersion } = useDraft();
  const editor = useRef<ContractEditor | undefined>(undefined);
  const scroll = useMemo(() => new ScrollLink(), []);
  const comparison = useComparison(baseline, text, protocolVersion);
  const { verdict } = comparison;
  const isCurrent = comparison.update === text && comparison.baseline === baseline;
  const hasBaseline = baseline !== '';
  const isSame = hasBaseline && verdict.accepted && verdict.changes?.length === 0;
  const diagnostics = useMemo(
    () => withFixes(comparison.update, verdict.diagnostics, () => editor.current),
    [comparison, verdict],
  );
  const { removed, remaining } = useMemo(() => splitChanges(verdict.changes), [verdict]);

  return (
    <div class="compare-view">
      {props.hasPlatform && <PlatformTools initialId={props.initialId} isSame={isSame} />}
      {hasBaseline && <ComparisonVerdict verdict={verdict} isSame={isSame} />}
      <div class="compare-columns">
        <BaselinePanel changed={isCurrent ? removed : undefined} scroll={scroll} />
        <Panel
          title="Update"
          aside={
            hasBaseline &&
            baseline !== text && (
              <Button onClick={() => changeDraft({ text: baseline })}>Reset to the baseline</Button>
            )
          }
        >
          <EditorHost
            label="The update, as JSON"
            text={text}
            protocolVersion={protocolVersion}
            onChange={(next) => changeDraft({ text: next })}
            diagnostics={isCurrent && hasBaseline ? diagnostics : undefined}
            changed={isCurrent && hasBaseline ? remaining : undefined}
            handle={editor}
            scroll={scroll}
          />
        </Panel>
      </div>
      {hasBaseline && (
        <div class="compare-columns compare-findings">
          <Panel title="Changes">
            <Changes changes={verdict.changes} />
          </Panel>
          <Panel title="Diagnostics">
            <DiagnosticList
              subject="contract"
              diagnostics={diagnostics}
              isTruncated={verdict.truncated === true}
              onReveal={(diagnostic) => editor.current?.reveal(diagnostic)}
            />
          </Panel>
        </div>
      )}
    </div>
  );
}

function PlatformTools(props: { readonly initialId: string | null; readonly isSame: boolean }) {
  const { text, contractId } = useDraft();
  const [rejected, setRejected] = useState<{ readonly text: string; readonly message: string }>();
  return (
    <>
      <div class="contract-tools">
        <PlatformContractChoice
          initialId={props.initialId}
          chosen={contractId}
          onChoose={(id, contract) => changeDraft({ baseline: contract, contractId: id })}
        />
        <span class="contract-tools-space" />
        {contractId !== '' && (
          <UpdateButton
            contractId={contractId}
            text={text}
            isSame={props.isSame}
            onRejected={(message) => setRejected({ text, message })}
          />
        )}
      </div>
      {rejected?.text === text && (
        <Notice kind="bad" title="The platform rejected the update">
          <p>{rejected.message}</p>
        </Notice>
      )}
    </>
  );
}

function ComparisonVerdict({
  verdict,
  isSame,
}: {
  readonly verdict: UpdateVerdict;
  readonly isSame: boolean;
}) {
  if (isSame)
    return (
      <Notice kind="info" title="The update changes nothing">
        <p>Both contracts are the same. Edit the update to see what changes, and what that costs.</p>
      </Notice>
    );
  return (
    <VerdictLine
      verdict={verdict}
      subject="update"
      cost={verdict.fees && formatDash(verdict.fees.total.credits)}
    />
  );
}

function BaselinePanel({
  changed,
  scroll,
}: {
  readonly changed: readonly ContractChange[] | undefined;
  readonly scroll: ScrollLink;
}) {
  const { text, baseline, protocolVersion } = useDraft();
  return (
    <Panel
      title="Baseline"
      aside={
        <div class="compare-tools">
          <ExampleChoice label="Example" text={baseline} onChoose={setBaseline} />
          {baseline !== '' && <Button onClick={() => setBaseline(text)}>Copy from update</Button>}
        </div>
      }
    >
      {baseline === '' ? (
        <EmptyState title="Which contract is registered?">
          <p>Use the contract that you have written as the baseline, then edit the update beside it.</p>
          <Button kind="primary" onClick={() => setBaseline(text)}>
            Use as baseline
          </Button>
        </EmptyState>
      ) : (
        <EditorHost
          label="The baseline, as JSON"
          text={baseline}
          protocolVersion={protocolVersion}
          onChange={setBaseline}
          changed={changed}
          scroll={scroll}
        />
      )}
    </Panel>
  );
}

const OPERATIONS = { add: 'Added', remove: 'Removed', replace: 'Changed' } as const;

function Changes({ changes }: { readonly changes: readonly ContractChange[] | undefined }) {
  if (changes === undefined)
    return (
      <EmptyState title="The contracts cannot be compared">
        <p>Fix the errors listed under Diagnostics first.</p>
      </EmptyState>
    );
  if (changes.length === 0)
    return (
      <EmptyState title="No changes">
        <p>Edit the update to see its changes here.</p>
      </EmptyState>
    );
  return (
    <ul class="change-list" role="list">
      {changes.map(({ op, path }) => (
        <li key={`${op} ${path}`}>
          <span class={`change-op change-${op}`}>{OPERATIONS[op]}</span>
          <code>{path === '' ? 'everything' : path}</code>
        </li>
      ))}
    </ul>
  );
}

/** Splits changes into those of the baseline and those of the update. */
function splitChanges(changes: readonly ContractChange[] = []) {
  return {
    removed: changes.filter(({ op }) => op === 'remove'),
    remaining: changes.filter(({ op }) => op !== 'remove'),
  };
}

/** Returns the comparison of two contracts as they are edited, a moment after the last change. */
function useComparison(baseline: string, update: string, protocolVersion: number): Comparison {
  const compare = (): Comparison => ({
    baseline,
    update,
    verdict: compareContracts(baseline, update, { protocolVersion, maxDiagnostics: MAX_DIAGNOSTICS }),
  });
  const [comparison, setComparison] = useState(compare);
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return undefined;
    }
    const timer = setTimeout(() => setComparison(compare()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [baseline, update, protocolVersion]);
  return comparison;
}
