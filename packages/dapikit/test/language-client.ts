import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  CodeActionRequest,
  CodeLensRequest,
  CompletionRequest,
  createProtocolConnection,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DidSaveTextDocumentNotification,
  ExitNotification,
  HoverRequest,
  InitializeRequest,
  InitializedNotification,
  PrepareRenameRequest,
  PublishDiagnosticsNotification,
  RenameRequest,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  type CodeAction,
  type CompletionItem,
  type InitializeResult,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  type Range,
  type TextEdit,
} from 'vscode-languageserver-protocol/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { MAIN } from './run-dapikit.js';

/** An editor that speaks the Language Server Protocol with `dapikit lsp` over standard input and output. */
export class LanguageClient {
  private readonly texts = new Map<string, TextDocument>();
  private readonly published: PublishDiagnosticsParams[] = [];
  private readonly waiting = new Set<() => void>();

  private constructor(
    readonly process: ChildProcess,
    readonly connection: ProtocolConnection,
    readonly initialized: InitializeResult,
  ) {
    connection.onNotification(PublishDiagnosticsNotification.type, (params) => {
      this.published.push(params);
      for (const wake of this.waiting) wake();
    });
  }

  static async start(...args: readonly string[]): Promise<LanguageClient> {
    const server = spawn(process.execPath, [MAIN, 'lsp', ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
    const connection = createProtocolConnection(
      new StreamMessageReader(server.stdout),
      new StreamMessageWriter(server.stdin),
    );
    connection.listen();
    const completionItem = { snippetSupport: true, documentationFormat: ['markdown' as const] };
    const hover = { contentFormat: ['markdown' as const] };
    const initialized = await connection.sendRequest(InitializeRequest.type, {
      processId: process.pid,
      rootUri: null,
      capabilities: { textDocument: { completion: { completionItem }, hover } },
    });
    await connection.sendNotification(InitializedNotification.type, {});
    return new LanguageClient(server, connection, initialized);
  }

  /** Opens a file, which need not exist, and returns its first diagnostics. */
  async open(path: string, text: string): Promise<PublishDiagnosticsParams> {
    const uri = pathToFileURL(path).href;
    this.texts.set(path, TextDocument.create(uri, 'json', 1, text));
    await this.connection.sendNotification(DidOpenTextDocumentNotification.type, {
      textDocument: { uri, languageId: 'json', version: 1, text },
    });
    return this.diagnosticsOf(path);
  }

  /** Replaces the text after an offset, as typing does, and returns the next diagnostics. */
  async type(path: string, edits: readonly TextEdit[]): Promise<PublishDiagnosticsParams> {
    const before = this.textOf(path);
    const version = before.version + 1;
    const text = TextDocument.applyEdits(before, [...edits]);
    this.texts.set(path, TextDocument.create(before.uri, 'json', version, text));
    const [first] = edits;
    const contentChanges =
      edits.length === 1 && first ? [{ range: first.range, text: first.newText }] : [{ text }];
    await this.connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri: before.uri, version },
      contentChanges,
    });
    return this.diagnosticsOf(path);
  }

  async save(path: string): Promise<void> {
    const textDocument = { uri: this.textOf(path).uri };
    await this.connection.sendNotification(DidSaveTextDocumentNotification.type, { textDocument });
  }

  async close(path: string): Promise<void> {
    const textDocument = { uri: this.textOf(path).uri };
    await this.connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument });
  }

  textOf(path: string): TextDocument {
    const document = this.texts.get(path);
    if (document === undefined) throw new Error(`${path} is not open in ${dirname(path)}`);
    return document;
  }

  /** Returns the diagnostics of the present text, when they come. */
  async diagnosticsOf(path: string): Promise<PublishDiagnosticsParams> {
    const { uri, version } = this.textOf(path);
    const found = this.published.findLast((params) => params.uri === uri && params.version === version);
    if (found !== undefined) return found;
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        this.waiting.delete(wake);
        resolve();
      };
      this.waiting.add(wake);
    });
    return this.diagnosticsOf(path);
  }

  /** Returns the place of the `|` in a piece of the text that stands in it once. */
  at(
    path: string,
    piece: string,
  ): { textDocument: { uri: string }; position: { line: number; character: number } } {
    const document = this.textOf(path);
    const [before = '', after = ''] = piece.split('|');
    const offset = document.getText().indexOf(before + after);
    if (offset === -1) throw new Error(`${piece} is not in the text`);
    return { textDocument: { uri: document.uri }, position: document.positionAt(offset + before.length) };
  }

  async hover(path: string, piece: string): Promise<string> {
    const hover = await this.connection.sendRequest(HoverRequest.type, this.at(path, piece));
    if (hover === null) return '';
    if (typeof hover.contents === 'string' || !('value' in hover.contents)) throw new Error('no markup');
    return hover.contents.value;
  }

  async complete(path: string, piece: string): Promise<readonly CompletionItem[]> {
    const found = await this.connection.sendRequest(CompletionRequest.type, this.at(path, piece));
    return Array.isArray(found) ? found : (found?.items ?? []);
  }

  async actions(path: string, range: Range, only?: string[]): Promise<readonly CodeAction[]> {
    const { uri } = this.textOf(path);
    const context = { diagnostics: [], ...(only && { only }) };
    const found = await this.connection.sendRequest(CodeActionRequest.type, {
      textDocument: { uri },
      range,
      context,
    });
    return (found ?? []).filter((action): action is CodeAction => 'edit' in action);
  }

  async lenses(path: string): Promise<readonly string[]> {
    const { uri } = this.textOf(path);
    const found = await this.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri } });
    return (found ?? []).map(({ command }) => command?.title ?? '');
  }

  async prepareRename(path: string, piece: string): Promise<unknown> {
    return this.connection.sendRequest(PrepareRenameRequest.type, this.at(path, piece));
  }

  async rename(path: string, piece: string, newName: string): Promise<readonly TextEdit[]> {
    const found = await this.connection.sendRequest(RenameRequest.type, { ...this.at(path, piece), newName });
    return found?.changes?.[this.textOf(path).uri] ?? [];
  }

  /** Ends the server in order, and returns its exit code. */
  async stop(): Promise<number | null> {
    const ended = once(this.process, 'exit');
    await this.connection.sendRequest(ShutdownRequest.type);
    await this.connection.sendNotification(ExitNotification.type);
    await ended;
    this.connection.dispose();
    return this.process.exitCode;
  }
}
