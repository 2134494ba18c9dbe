import {
  AssumptionsError,
  describeContract,
  documentValidator,
  readAssumptions,
  type Form,
} from '@dapikit/contract';
import { oneContract } from '../input/one-contract.js';
import { readContract } from '../input/read-contract.js';
import { FileError } from '../program/file-error.js';
import { UsageError } from '../program/option.js';
import { printable } from '../program/printable.js';
import type { CheckedFile } from '../report/report.js';

/** Describes a document to check. */
export interface DocumentToCheck {
  /** File of the contract; standard input when absent. */
  readonly contract: string | undefined;
  readonly document: string;
  /** Document type; the only one of the contract when absent. */
  readonly type: string | undefined;
  /** File with what surrounds the write. */
  readonly assume: string | undefined;
  readonly protocolVersion: number;
  readonly form: Form;
}

/** Holds the diagnostics of a document, and notes about its check. */
export interface CheckedDocument {
  readonly file: CheckedFile;
  readonly notes: readonly string[];
}

/**
 * Checks a document against its contract.
 * @throws {UsageError} when the type is not given and the contract has several, or the assumptions are invalid.
 * @throws {FileError} when a file cannot be read.
 */
export async function checkDocument(options: DocumentToCheck): Promise<CheckedDocument> {
  const { contract, document, assume, protocolVersion, form } = options;
  const { text: contractText } = await oneContract(contract);
  const text = await readText(document);
  const assumptions = assume === undefined ? {} : await readAssumed(assume);
  const type = options.type ?? findOnlyType(contractText, options);
  const validator = documentValidator(contractText, type, { protocolVersion, form });
  const isSent = assumptions.action === undefined || ['create', 'replace'].includes(assumptions.action);
  const { ok, diagnostics, generated, unjudged } = validator.judge({
    ...assumptions,
    ...(isSent ? { document: text } : { stored: text }),
  });
  return {
    file: { name: printable(document), text, verdict: { ok, accepted: ok, diagnostics } },
    notes: [
      ...Object.entries(generated).map(
        ([path, value]) => `the platform fills in ${path}: ${JSON.stringify(value)}`,
      ),
      ...unjudged.map((what) => `not judged: ${what}`),
    ],
  };
}

async function readText(file: string): Promise<string> {
  const read = await readContract(file);
  if (read.text === undefined) throw new FileError(`${printable(file)}: ${read.fault}`);
  return read.text;
}

async function readAssumed(file: string): Promise<ReturnType<typeof readAssumptions>> {
  try {
    return readAssumptions(await readText(file));
  } catch (error) {
    if (error instanceof AssumptionsError) throw new UsageError(`${printable(file)}: ${error.message}`);
    throw error;
  }
}

/** Returns the name of the only document type of a contract. */
function findOnlyType(contract: string, { protocolVersion, form }: DocumentToCheck): string {
  const described = describeContract(contract, { protocolVersion, form });
  const names = described.ok ? described.description.documentTypes.map(({ name }) => name) : [];
  const [only] = names;
  if (only !== undefined && names.length === 1) return only;
  throw new UsageError(
    names.length === 0
      ? '--document needs --type: the contract is not accepted, so its types are not known'
      : `--document needs --type: one of ${names.map((name) => printable(name)).join(', ')}`,
  );
}
