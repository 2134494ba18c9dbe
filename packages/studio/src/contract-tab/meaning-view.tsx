import { Button } from '../components/button.js';
import { EmptyState } from '../components/empty-state.js';
import type { Meaning } from '../contract/meaning.js';
import { CostView } from './cost-view.js';
import { DocumentTypesView } from './document-types-view.js';
import { TryDocumentView } from './try-document-view.js';
import { TypesView } from './types-view.js';

const SHOWN = {
  documents: 'its document types and indices appear',
  cost: 'its registration fee appears',
  types: 'its TypeScript declarations appear',
  try: 'its documents can be tried',
} as const;

/** Describes a side of a contract without errors. */
export type MeaningSide = keyof typeof SHOWN;

/** Shows one side of a contract, or what to do where it has errors. */
export function MeaningView(props: {
  readonly side: MeaningSide;
  readonly meaning: Meaning | undefined;
  /** Shows the diagnostics. */
  readonly onErrors: () => void;
}) {
  const { side, meaning, onErrors } = props;
  if (meaning === undefined)
    return (
      <EmptyState title="The contract has errors">
        <p>Fix the errors listed under Diagnostics first. Then {SHOWN[side]} here.</p>
        <Button onClick={onErrors}>Show the errors</Button>
      </EmptyState>
    );
  const { text, protocolVersion, description, fees, diagnostics, isFixed } = meaning;
  return (
    <>
      {isFixed && (
        <p class="contract-fixed">
          The contract has errors. This is the contract with the suggested fixes applied.
        </p>
      )}
      {side === 'documents' && <DocumentTypesView text={text} description={description} />}
      {side === 'cost' && (
        <CostView text={text} fees={fees} description={description} diagnostics={diagnostics} />
      )}
      {side === 'try' && (
        <TryDocumentView text={text} protocolVersion={protocolVersion} description={description} />
      )}
      {side === 'types' && <TypesView text={text} protocolVersion={protocolVersion} />}
    </>
  );
}
