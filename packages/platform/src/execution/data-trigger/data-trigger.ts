import type { DocumentData } from '../../state/document/document.js';
import type { DocumentScope } from '../document-transition/document-context.js';
import type { Proposal } from '../document-transition/document-transition.js';

/**
 * Checks the rules of a system contract in addition to its schema. Returns the conditions that are not met, in words.
 */
export type DataTrigger = (
  scope: DocumentScope,
  proposal: Proposal,
) => Promise<readonly string[]> | readonly string[];

/** Returns the data that was sent, or that is stored. */
export const proposalData = ({ sent, after, before }: Proposal): DocumentData =>
  sent ?? after?.data ?? before?.data ?? {};

/** Rejects what only the network itself does. */
export const REJECT: DataTrigger = () => ['another action: the network itself does this'];
