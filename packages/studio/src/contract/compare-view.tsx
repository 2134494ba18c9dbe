import { compareContracts, type ContractChange, type UpdateVerdict } from '@dapikit/contract';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Button } from '../components/button.js';
import { EmptyState } from '../components/empty-state.js';
import { Notice } from '../components/notice.js';
import { Panel } from '../components/panel.js';
import { PlatformContractChoice } from '../platform/platform-contract-choice.js';
import { UpdateButton } from '../platform/update-button.js';
import { dashAmount } from './dash-amount.js';
import { changeDraft, useDraft } from './draft.js';
import { EditorHost } from './editor-host.js';
import type { ContractEditor } from './editor/editor.js';
import { ExampleChoice } from './example-choice.js';
import { ProblemList } from './problem-list.js';
import { shownProblems } from './problems.js';
import { VerdictLine } from './verdict-line.js';

const PAUSE_MS = 80;
const MOST_PROBLEMS = 200;

interface Comparison {
  readonly before: string;
  readonly after: string;
  readonly verdict: UpdateVerdict;
}

const setRegistered = (registered: string): void => changeDraft({ registered, contractId: '' });

/**
 * A registered contract and what is to replace it, side by side, with the verdict of the network. One of the local platform can
 * be updated from here. @param of the id of one there to begin with
 */
export function CompareView({
  of,
  hasPlatform,
}: {
  readonly of: string | null;
  readonly hasPlatform: boolean;
}) {
  const { text, registered, protocolVersion, contractId } = useDraft();
  const [refused, setRefused] = useState<{ readonly text: string; readonly message: string }>();
  const editor = useRef<ContractEditor | undefined>(undefined);
  const comparison = useComparison(registered, text, protocolVersion);
  const { verdict } = comparison;
  const isCurrent = comparison.after === text && comparison.before === registered;
  const problems = useMemo(
    () => shownProblems(comparison.after, verdict.diagnostics, () => editor.current),
    [comparison, verdict],
  );
  const removed = useMemo(() => verdict.changes.filter(({ op }) => op === 'remove'), [verdict]);
  const kept = useMemo(() => verdict.changes.filter(({ op }) => op !== 'remove'), [verdict]);

  return (
    <div class="compare-view">
      {hasPlatform && (
        <div class="contract-tools">
          <PlatformContractChoice
            of={of}
            chosen={contractId}
            onChoose={(id, written) => changeDraft({ registered: written, contractId: id })}
          />
          <span class="contract-tools-space" />
          {contractId !== '' && (
            <UpdateButton
              contractId={contractId}
              text={text}
              onRefused={(message) => setRefused({ text, message })}
            />
          )}
        </div>
      )}
      {refused?.text === text && (
        <Notice kind="bad" title="The platform refuses the update">
          <p>{refused.message}</p>
        </Notice>
      )}
      {registered !== '' && (
        <VerdictLine
          verdict={verdict}
          what="update"
          cost={verdict.fees && dashAmount(verdict.fees.total.credits)}
        />
      )}
      <div class="compare-columns">
        <Panel
          title="Registered"
          aside={
            <div class="compare-tools">
              <ExampleChoice label="Take an example" text={registered} onChoose={setRegistered} />
              {registered !== '' && <Button onClick={() => setRegistered(text)}>Same as the update</Button>}
            </div>
          }
        >
          {registered === '' ? (
            <EmptyState title="Which contract is registered?">
              <p>Take what you have written so far, and then change the update beside it.</p>
              <Button kind="primary" onClick={() => setRegistered(text)}>
                Take it as registered
              </Button>
            </EmptyState>
          ) : (
            <EditorHost
              label="The registered contract, as JSON"
              text={registered}
              protocolVersion={protocolVersion}
              onChange={setRegistered}
              changed={isCurrent ? removed : undefined}
            />
          )}
        </Panel>
        <Panel
          title="Update"
          aside={
            registered !== '' &&
            registered !== text && (
              <Button onClick={() => changeDraft({ text: registered })}>Begin with the registered</Button>
            )
          }
        >
          <EditorHost
            label="The update, as JSON"
            text={text}
            protocolVersion={protocolVersion}
            onChange={(next) => changeDraft({ text: next })}
            problems={isCurrent && registered !== '' ? problems : undefined}
            changed={isCurrent && registered !== '' ? kept : undefined}
            handle={editor}
          />
        </Panel>
      </div>
      {registered !== '' && (
        <div class="compare-columns compare-findings">
          <Panel title="Changes">
            <Changes changes={verdict.changes} />
          </Panel>
          <Panel title="Problems">
            <ProblemList
              problems={problems}
              isCut={verdict.truncated === true}
              onReveal={(problem) => editor.current?.reveal(problem)}
            />
          </Panel>
        </div>
      )}
    </div>
  );
}

const OPERATIONS = { add: 'Added', remove: 'Removed', replace: 'Changed' } as const;

function Changes({ changes }: { readonly changes: readonly ContractChange[] }) {
  if (changes.length === 0)
    return (
      <EmptyState title="No difference">
        <p>Change something in the update.</p>
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

function useComparison(before: string, after: string, protocolVersion: number): Comparison {
  const compare = (): Comparison => ({
    before,
    after,
    verdict: compareContracts(before, after, { protocolVersion, maxDiagnostics: MOST_PROBLEMS }),
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
  }, [before, after, protocolVersion]);
  return comparison;
}
