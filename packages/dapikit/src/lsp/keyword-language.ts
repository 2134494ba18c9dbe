import { contractJsonSchema } from '@dapikit/contract';
import {
  getLanguageService,
  type ASTNode,
  type ClientCapabilities,
  type JSONDocument,
  type LanguageService,
} from 'vscode-json-languageservice';
import type { CompletionList, Hover, Position } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';

/** Completes and describes keywords by the JSON Schema of contracts. */
export class KeywordLanguage {
  private readonly service: LanguageService;

  /** @param clientCapabilities what the editor said of itself, such as whether it takes snippets. */
  constructor(protocolVersion: number, clientCapabilities: ClientCapabilities) {
    const schema = contractJsonSchema({ protocolVersion });
    const text = JSON.stringify(schema);
    this.service = getLanguageService({
      clientCapabilities,
      // A file may name another place of the same schema as its `$schema`.
      schemaRequestService: () => Promise.resolve(text),
    });
    this.service.configure({
      validate: false,
      allowComments: false,
      schemas: [{ uri: 'dapikit:data-contract.schema.json', fileMatch: ['*'], schema }],
    });
  }

  /** Returns the members, values and snippets that fit a place. */
  async complete(document: TextDocument, position: Position): Promise<CompletionList | null> {
    return this.service.doComplete(document, position, this.parse(document));
  }

  /** Describes the keyword or value at a place. */
  async describe(document: TextDocument, position: Position): Promise<Hover | null> {
    return this.service.doHover(document, position, this.parse(document));
  }

  /** Returns the JSON pointer (RFC 6901) of the value or member at a place; `undefined` between them. */
  pointerAt(document: TextDocument, position: Position): string | undefined {
    const node = this.parse(document).getNodeFromOffset(document.offsetAt(position), true);
    return node && pointerOf(node);
  }

  private parse(document: TextDocument): JSONDocument {
    return this.service.parseJSONDocument(document);
  }
}

function pointerOf(node: ASTNode): string {
  const { parent } = node;
  if (parent === undefined) return '';
  if (parent.type === 'array') return `${pointerOf(parent)}/${parent.items.indexOf(node)}`;
  // The name of a member stands for its value; the object of a property comes next.
  if (node.type !== 'property') return pointerOf(parent);
  const name = node.keyNode.value.replaceAll('~', '~0').replaceAll('/', '~1');
  return `${pointerOf(parent)}/${name}`;
}
