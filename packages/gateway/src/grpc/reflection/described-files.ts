import { toBinary, type DescFile, type DescMessage, type DescService } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';

/**
 * Represents the .proto files of some services with all that they import, by their names and by the symbols in them.
 */
export class DescribedFiles {
  readonly #byName = new Map<string, DescFile>();
  readonly #bySymbol = new Map<string, DescFile>();
  readonly #serialised = new Map<DescFile, Uint8Array>();

  constructor(services: readonly DescService[]) {
    for (const { file } of services) this.#add(file);
  }

  /** Returns a file and those that it imports, serialised; `undefined` for an unknown name. */
  named(name: string): Uint8Array[] | undefined {
    return this.#withImports(this.#byName.get(name));
  }

  /** Returns the file with a message, enum, field, service or method, and those that it imports, serialised; `undefined` for an unknown symbol. */
  withSymbol(symbol: string): Uint8Array[] | undefined {
    return this.#withImports(this.#bySymbol.get(symbol));
  }

  /** Returns whether there is a message of a name. */
  hasMessage(name: string): boolean {
    return this.#bySymbol.has(name);
  }

  #withImports(file: DescFile | undefined): Uint8Array[] | undefined {
    return file && [...withImports(file)].map((one) => this.#bytesOf(one));
  }

  #bytesOf(file: DescFile): Uint8Array {
    const known = this.#serialised.get(file);
    if (known !== undefined) return known;
    const bytes = toBinary(FileDescriptorProtoSchema, file.proto);
    this.#serialised.set(file, bytes);
    return bytes;
  }

  #add(file: DescFile): void {
    if (this.#byName.has(file.proto.name)) return;
    this.#byName.set(file.proto.name, file);
    for (const symbol of symbolsOf(file)) this.#bySymbol.set(symbol, file);
    for (const imported of file.dependencies) this.#add(imported);
  }
}

function* symbolsOf({ services, messages, enums }: DescFile): Generator<string> {
  for (const { typeName, methods } of services) {
    yield typeName;
    for (const { name } of methods) yield `${typeName}.${name}`;
  }
  for (const message of messages) yield* symbolsOfMessage(message);
  for (const { typeName } of enums) yield typeName;
}

function* symbolsOfMessage({
  typeName,
  fields,
  nestedMessages,
  nestedEnums,
}: DescMessage): Generator<string> {
  yield typeName;
  for (const { name } of fields) yield `${typeName}.${name}`;
  for (const nested of nestedMessages) yield* symbolsOfMessage(nested);
  for (const nested of nestedEnums) yield nested.typeName;
}

function withImports(file: DescFile, found = new Set<DescFile>()): Set<DescFile> {
  found.add(file);
  for (const imported of file.dependencies) withImports(imported, found);
  return found;
}
