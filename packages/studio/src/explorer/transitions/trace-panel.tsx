import { useState } from 'preact/hooks';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { DataTable, type Column } from '../../components/data-table.js';
import { Loading } from '../../components/loading.js';
import { Notice } from '../../components/notice.js';
import { Panel } from '../../components/panel.js';
import { RpcErrorNotice } from '../../components/rpc-error-notice.js';
import { useRequest } from '../../rpc/use-request.js';
import { formatFee } from '../../text/format-fee.js';
import { toSentence } from '../../text/sentence.js';
import { loadTrace, tryTransition, type TraceStep, type TransitionTrace } from './transition-trace.js';

/** Shows the recorded steps of a transition: what each read, wrote and cost. */
export function TracePanel({ id, revision }: { readonly id: string; readonly revision: unknown }) {
  const { value, error } = useRequest(async () => ({ trace: await loadTrace(id) }), [id, revision]);
  return (
    <Panel title="Trace">
      {error !== undefined && <RpcErrorNotice title="The trace cannot be shown" error={error} />}
      {error === undefined && value === undefined && <Loading what="the trace" />}
      {value !== undefined && value.trace === undefined && (
        <p class="muted">
          The steps of this transition are not kept. dapikit dev keeps those of the last 1,000 signed
          transitions.
        </p>
      )}
      {value?.trace && <TraceSteps trace={value.trace} />}
    </Panel>
  );
}

/** Offers to execute bytes on the current state without an effect, and shows the steps. */
export function DryRun({ bytes }: { readonly bytes: Uint8Array }) {
  const [trace, setTrace] = useState<TransitionTrace>();
  const [error, setError] = useState<unknown>();
  const run = async (): Promise<void> => {
    try {
      setTrace(await tryTransition(bytes));
      setError(undefined);
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <div class="explorer-stack">
      <div>
        <Button size="s" onClick={() => void run()}>
          Try it on the current state
        </Button>
      </div>
      {error !== undefined && <RpcErrorNotice title="The transition cannot be tried" error={error} />}
      {trace && (
        <>
          <p class="muted">Nothing has changed: these are the steps of the block that would execute it.</p>
          <TraceSteps trace={trace} />
        </>
      )}
    </div>
  );
}

function TraceSteps({ trace: { steps, rejection, phase, fee } }: { readonly trace: TransitionTrace }) {
  return (
    <div class="explorer-stack">
      {rejection !== undefined && (
        <Notice kind="bad" title={phase === 'block' ? 'Rejected in its block' : 'Rejected before a block'}>
          <p>{toSentence(rejection)}</p>
        </Notice>
      )}
      <DataTable label="Steps" columns={COLUMNS} rows={steps} keyOf={(step) => step.key} />
      {fee !== undefined && <p class="muted">The fees of the steps add up to {formatFee(fee)} (estimate).</p>}
    </div>
  );
}

const COLUMNS: readonly Column<TraceStep>[] = [
  {
    title: 'Step',
    cell: ({ name, isPassed }) => (
      <>
        {name} {!isPassed && <Badge tone="bad">rejected</Badge>}
      </>
    ),
  },
  { title: 'Reads and writes', cell: (step) => <Accesses step={step} /> },
  { title: 'Processing', isNumber: true, cell: ({ processingFee }) => feeOf(processingFee) },
  { title: 'Storage', isNumber: true, cell: ({ storageFee }) => feeOf(storageFee) },
];

const feeOf = (fee: bigint) => <span class="nowrap">{fee === 0n ? '–' : formatFee(fee)}</span>;

function Accesses({ step: { accesses, refunds, trees } }: { readonly step: TraceStep }) {
  return (
    <>
      {accesses.map(({ isWrite, entry, value }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a step may read an entry twice; the list never changes
        <div key={at}>
          <span class="muted">{isWrite ? 'writes' : 'reads'}</span> {entry}: <code>{value}</code>
        </div>
      ))}
      {refunds.map(({ identity, credits }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- names of identities may be equal; the list never changes
        <div key={at}>
          refunds {formatFee(credits)} to {identity}
        </div>
      ))}
      {trees !== undefined && <div>{trees}</div>}
    </>
  );
}
