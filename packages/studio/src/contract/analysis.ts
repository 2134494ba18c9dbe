import {
  describeContract,
  estimateFees,
  type ContractDescription,
  type ContractVerdict,
  type FeeEstimate,
} from '@dapikit/contract';
import { useEffect, useRef, useState } from 'preact/hooks';

/** Describes the verdict on a contract, with its fees and description. */
export interface Analysis {
  /** The contract. */
  readonly text: string;
  readonly protocolVersion: number;
  readonly verdict: ContractVerdict;
  /** The registration fee; absent where the network would reject the contract. */
  readonly fees?: FeeEstimate;
  /** The description; absent where the network would reject the contract. */
  readonly description?: ContractDescription;
}

const MAX_DIAGNOSTICS = 200;

/** Checks and describes a contract. Never throws, whatever the text. */
export function analyse(text: string, protocolVersion: number): Analysis {
  const { verdict, estimate } = estimateFees(text, { protocolVersion, maxDiagnostics: MAX_DIAGNOSTICS });
  const described = verdict.accepted ? describeContract(text, { protocolVersion }) : undefined;
  return {
    text,
    protocolVersion,
    verdict,
    ...(estimate && { fees: estimate }),
    ...(described?.ok === true && { description: described.description }),
  };
}

/** The shortest wait for the next keystroke; a slow check makes it longer. */
const MIN_PAUSE_MS = 60;

/** Returns the analysis of a text as it is edited, a moment after the last change. */
export function useAnalysis(text: string, protocolVersion: number): Analysis {
  const [analysis, setAnalysis] = useState(() => analyse(text, protocolVersion));
  const pause = useRef(MIN_PAUSE_MS);
  useEffect(() => {
    if (analysis.text === text && analysis.protocolVersion === protocolVersion) return undefined;
    const timer = setTimeout(() => {
      const started = performance.now();
      setAnalysis(analyse(text, protocolVersion));
      pause.current = Math.max(MIN_PAUSE_MS, performance.now() - started);
    }, pause.current);
    return () => clearTimeout(timer);
  }, [analysis, text, protocolVersion]);
  return analysis;
}
