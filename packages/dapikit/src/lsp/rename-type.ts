import { findTypeNames, validateContract, type TypeName } from '@dapikit/contract';
import {
  ErrorCodes,
  ResponseError,
  type Position,
  type Range,
  type TextEdit,
} from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { LanguageSettings } from './language-settings.js';

/** Holds the name of a document type at a place of a document. */
export interface RenamedType {
  readonly name: string;
  /** Range of the name without its quotes. */
  readonly range: Range;
}

/** Finds the name of a document type at a place; `undefined` where there is none. */
export function findTypeAt(
  document: TextDocument,
  position: Position,
  settings: LanguageSettings,
): RenamedType | undefined {
  const offset = document.offsetAt(position);
  const found = findTypeNames(document.getText(), settings).find(
    ({ range: { start, end } }) => start.offset <= offset && offset <= end.offset,
  );
  return found && { name: found.name, range: innerRange(document, found) };
}

/**
 * Renames a document type everywhere in a contract.
 * @throws {ResponseError} where there is no type at the place, or the new name is invalid or taken.
 */
export function renameType(
  document: TextDocument,
  position: Position,
  newName: string,
  settings: LanguageSettings,
): TextEdit[] {
  const renamed = findTypeAt(document, position, settings);
  if (renamed === undefined) throw invalid('there is no name of a document type here');
  const names = findTypeNames(document.getText(), settings);
  if (newName !== renamed.name && names.some(({ name, isDefinition }) => isDefinition && name === newName))
    throw invalid(`"${newName}" is the name of another document type`);
  const fault = findNameError(newName, settings.protocolVersion);
  if (fault !== undefined) throw invalid(fault);
  return names
    .filter(({ name }) => name === renamed.name)
    .map((found) => ({ range: innerRange(document, found), newText: newName }));
}

const invalid = (message: string): ResponseError => new ResponseError(ErrorCodes.InvalidParams, message);

/** Says why a document type cannot have a name, by the rules: that of an otherwise valid contract. */
function findNameError(name: string, protocolVersion: number): string | undefined {
  const type = {
    type: 'object',
    properties: { text: { type: 'string', maxLength: 63, position: 0 } },
    additionalProperties: false,
  };
  const text = JSON.stringify({ $formatVersion: '1', documentSchemas: {} }).replace(
    '{}',
    JSON.stringify(Object.fromEntries([[name, type]])),
  );
  const { diagnostics } = validateContract(text, { protocolVersion, form: 'contract' });
  return diagnostics.find(({ severity, at }) => severity === 'error' && at.startsWith('/documentSchemas'))
    ?.message;
}

/** Returns a range without the quotes around a name. */
const innerRange = (document: TextDocument, { range: { start, end } }: TypeName): Range => ({
  start: document.positionAt(start.offset + 1),
  end: document.positionAt(end.offset - 1),
});
