import type { DocumentReport } from './document-report.js';
import type { ReadWrite } from './document-write.js';
import type { OutsideDocument } from './outside-facts.js';

/** Records what a check could not judge, in words. */
export type Skip = (what: string) => void;

/** Records a document that a write deletes as it reveals what it committed to. */
export type Consume = (documentType: string, document: OutsideDocument) => void;

/** Checks a write of a document as a whole. */
export type WriteCheck = (write: ReadWrite, report: DocumentReport, skip: Skip, consume: Consume) => void;
