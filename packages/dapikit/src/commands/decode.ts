import { command, EXIT } from '../program/command.js';
import { explainDocument, typesOfContract } from '../decode/document-kind.js';
import { explainAs, guessKind, type Explained } from '../decode/explain-bytes.js';
import { inputBytes, readInputFile } from '../decode/input-bytes.js';
import { KINDS, type Kind } from '../decode/kinds.js';
import { oneOf, option, text, UsageError } from '../program/option.js';

const DOCUMENT = 'document';
const KIND_NAMES = Object.keys(KINDS).filter((name): name is Kind => name in KINDS);

/** Implements `dapikit decode`: explains bytes as JSON. */
export const decode = command({
  name: 'decode',
  about: 'decode bytes to JSON: transitions, contracts, documents, errors, addresses, transactions, blocks',
  usage: '[bytes | file] [options]',
  maxOperands: 1,
  options: {
    as: option<string | undefined>({
      flag: 'as',
      value: 'kind',
      about: `${[...KIND_NAMES, DOCUMENT].join(', ')}; detected by default`,
      default: undefined,
      read: oneOf<string>([...KIND_NAMES, DOCUMENT]),
    }),
    contract: option<string | undefined>({
      flag: 'contract',
      value: 'file',
      about: 'contract of the document, as JSON or as bytes',
      default: undefined,
      read: text,
    }),
    type: option<string | undefined>({
      flag: 'type',
      value: 'name',
      about: 'the type of a document; by default the first one that matches',
      default: undefined,
      read: text,
    }),
  },
  examples: [
    ['decode 030307', 'an error of the platform: its code, name and fields'],
    ['decode tdash1kpqg3dwe8mdacx0v389hfwgg3r85hrkv6q7z7qlj', 'a platform address: its type and hash'],
    ['decode transition.hex', 'the transition in a file, its id and what its signature covers'],
    ['decode note.hex --contract note.json', 'a document, decoded with its contract'],
  ],
  notes: [
    'Give the bytes as hexadecimal or Base64 text, as a decimal list such as [8, 0, 75], or as a line of the log of Drive, in an argument, a file or standard input; a file may also contain raw bytes.',
    'The JSON has the form of the official libraries where they have one. `trailingBytes` counts bytes after the value, which the network ignores.',
    'Exit code: 0 if the bytes were decoded, 1 if they are of no known kind, 2 if the command line is invalid or the input cannot be read.',
  ],
  async run({ as, contract, type }, [argument], { stdout, stderr }) {
    const explained = await explain(await inputBytes(argument), as, contract, type);
    stdout.write(`${JSON.stringify(asJson(explained), undefined, 2)}\n`);
    if (explained.others.length > 0)
      stderr.write(`also readable as ${explained.others.join(', ')}: choose with --as\n`);
    return EXIT.fine;
  },
});

interface Answer {
  readonly kind: string;
  readonly [name: string]: unknown;
}

async function explain(
  bytes: Uint8Array,
  as: string | undefined,
  contract: string | undefined,
  type: string | undefined,
): Promise<Explained & { readonly size: number }> {
  const size = bytes.length;
  if (as === DOCUMENT || (as === undefined && contract !== undefined)) {
    if (contract === undefined)
      throw new UsageError('a document cannot be decoded without its contract: add --contract FILE');
    const types = typesOfContract(await readInputFile(contract));
    return { ...explainAs(DOCUMENT, explainDocument(types, type), bytes), size };
  }
  const kind = KIND_NAMES.find((name) => name === as);
  return {
    ...(kind === undefined ? guessKind(bytes, KIND_NAMES) : explainAs(kind, KINDS[kind], bytes)),
    size,
  };
}

function asJson({ kind, explanation, size }: Explained & { readonly size: number }): Answer {
  const { length, facts, value } = explanation;
  const trailing = size - length;
  return { kind, size, ...(trailing === 0 ? {} : { trailingBytes: trailing }), ...facts, value };
}
