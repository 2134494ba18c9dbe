import type { DocumentData } from '../document/document.js';
import type { DocumentWork } from '../document-operation/document-work.js';
import type { Proposal } from '../document-operation/document-action.js';

/** What a system contract demands beside its schema: the conditions that are not met, in words. */
export type DataTrigger = (
  work: DocumentWork,
  proposal: Proposal,
) => Promise<readonly string[]> | readonly string[];

/** What was sent, or what is there. */
export const dataOf = ({ sent, after, before }: Proposal): DocumentData =>
  sent ?? after?.data ?? before?.data ?? {};

/** What nobody may do. */
export const REFUSE: DataTrigger = () => ['another action: the network itself does this'];
