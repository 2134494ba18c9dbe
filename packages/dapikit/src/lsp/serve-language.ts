import {
  CodeActionKind,
  createConnection,
  ProposedFeatures,
  TextDocuments,
  TextDocumentSyncKind,
  type Connection,
  type Hover,
  type TextDocumentPositionParams,
  type ServerCapabilities,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { VERSION } from '../program/version.js';
import { listLenses } from './code-lenses.js';
import { ContractFiles } from './contract-files.js';
import { describeChanges, explainRules } from './describe-place.js';
import { toEditorDiagnostics } from './diagnostics.js';
import { KeywordLanguage } from './keyword-language.js';
import type { LanguageSettings } from './language-settings.js';
import { FIX_ALL, listFixes } from './quick-fixes.js';
import { findTypeAt, renameType } from './rename-type.js';

/** Waits for a pause in typing before a text is judged. */
const PAUSE_MS = 100;

const CAPABILITIES: ServerCapabilities = {
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
  completionProvider: { triggerCharacters: ['"', ':'] },
  hoverProvider: true,
  codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, FIX_ALL] },
  codeLensProvider: {},
  renameProvider: { prepareProvider: true },
};

/**
 * Serves an editor as the language server of data contracts. The process ends with the connection: with exit code 0 after a
 * shutdown, otherwise with 1.
 */
export async function serveLanguage(
  settings: LanguageSettings,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): Promise<never> {
  const connection = createConnection(ProposedFeatures.all, input, output);
  const documents = new TextDocuments(TextDocument);
  const files = new ContractFiles(settings);
  let keywords = new KeywordLanguage(settings.protocolVersion, {});
  connection.onInitialize(({ capabilities }) => {
    keywords = new KeywordLanguage(settings.protocolVersion, capabilities);
    return { capabilities: CAPABILITIES, serverInfo: { name: 'dapikit', version: VERSION } };
  });
  publishDiagnostics(connection, documents, files);
  serveRequests(connection, documents, files, () => keywords);
  documents.listen(connection);
  connection.listen();
  return new Promise<never>(() => undefined);
}

/** Sends the diagnostics of open files: after a pause in typing, at once when a file is saved. */
function publishDiagnostics(
  connection: Connection,
  documents: TextDocuments<TextDocument>,
  files: ContractFiles,
): void {
  const pauses = new Map<string, NodeJS.Timeout>();
  const publish = async (uri: string): Promise<void> => {
    const document = documents.get(uri);
    if (document === undefined) return;
    const { version } = document;
    const analysis = await files.analyse(document);
    const diagnostics = toEditorDiagnostics(document, analysis, files.settings.docsUrl);
    if (documents.get(uri)?.version === version)
      await connection.sendDiagnostics({ uri, version, diagnostics });
  };
  const schedule = (uri: string, milliseconds: number): void => {
    clearTimeout(pauses.get(uri));
    pauses.set(
      uri,
      setTimeout(() => {
        pauses.delete(uri);
        publish(uri).catch((error: unknown) => connection.console.error(String(error)));
      }, milliseconds),
    );
  };
  documents.onDidChangeContent(({ document: { uri } }) => schedule(uri, PAUSE_MS));
  documents.onDidSave(({ document: { uri } }) => {
    files.forgetBaseline(uri);
    schedule(uri, 0);
  });
  documents.onDidClose(({ document: { uri } }) => {
    clearTimeout(pauses.get(uri));
    pauses.delete(uri);
    files.close(uri);
    void connection.sendDiagnostics({ uri, diagnostics: [] });
  });
}

/** Answers the requests of an editor about open files; about others it returns nothing. */
function serveRequests(
  connection: Connection,
  documents: TextDocuments<TextDocument>,
  files: ContractFiles,
  keywords: () => KeywordLanguage,
): void {
  const { settings } = files;
  connection.onCompletion(async ({ textDocument, position }) => {
    const document = documents.get(textDocument.uri);
    return document && keywords().complete(document, position);
  });
  connection.onHover(async (params) => describePlace(params, documents, files, keywords()));
  connection.onCodeAction(async ({ textDocument, range, context: { only } }) => {
    const document = documents.get(textDocument.uri);
    if (document === undefined) return [];
    return listFixes(document, await files.analyse(document), { range, only }, settings);
  });
  connection.onCodeLens(async ({ textDocument }) => {
    const document = documents.get(textDocument.uri);
    if (document === undefined) return [];
    return listLenses(await files.analyse(document), await files.baselineOf(document.uri), settings);
  });
  connection.onPrepareRename(({ textDocument, position }) => {
    const document = documents.get(textDocument.uri);
    const found = document && findTypeAt(document, position, settings);
    return found ? { range: found.range, placeholder: found.name } : null;
  });
  connection.onRenameRequest(({ textDocument, position, newName }) => {
    const document = documents.get(textDocument.uri);
    return document && { changes: { [document.uri]: renameType(document, position, newName, settings) } };
  });
}

/** Describes the keyword at a place, what an update may do there, and the rules of its diagnostics. */
async function describePlace(
  { textDocument, position }: TextDocumentPositionParams,
  documents: TextDocuments<TextDocument>,
  files: ContractFiles,
  keywords: KeywordLanguage,
): Promise<Hover | null> {
  const document = documents.get(textDocument.uri);
  if (document === undefined) return null;
  const about = await keywords.describe(document, position);
  const pointer = keywords.pointerAt(document, position);
  const baseline = await files.baselineOf(document.uri);
  const parts = [
    ...(about === null ? [] : listTexts(about.contents)),
    ...(pointer === undefined ? [] : describeChanges(pointer, baseline, files.settings)),
    ...explainRules(document, await files.analyse(document), position),
  ];
  if (parts.length === 0) return null;
  const value = parts.join('\n\n---\n\n');
  return { contents: { kind: 'markdown', value }, ...(about?.range && { range: about.range }) };
}

/** Returns the texts of a hover in any of its forms. */
function listTexts(contents: Hover['contents']): string[] {
  if (Array.isArray(contents)) return contents.flatMap(listTexts);
  const text = typeof contents === 'string' ? contents : contents.value;
  return text === '' ? [] : [text];
}
