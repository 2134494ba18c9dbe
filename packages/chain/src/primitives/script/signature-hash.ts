import { ByteWriter } from '../../base/bytes/byte-writer.js';
import { sha256d } from '../../base/crypto/hashes.js';
import { carriesPayload, type Transaction, versionAndType, writeOutput } from '../transaction/transaction.js';
import { OPCODES } from './opcodes.js';
import { ScriptReader } from './script-reader.js';
import { coveredOutputs, coversOneInput } from './signature-hash-type.js';

const OUTPOINT_SIZE = 36;
/** An input without its script: outpoint, the length 0, sequence number. */
const BLANK_INPUT_SIZE = OUTPOINT_SIZE + 1 + 4;

/**
 * The hash of one, that SINGLE gives where an input has no output at its own position. It is what consensus demands:
 * such a signature covers nothing.
 */
const HASH_OF_ONE = Uint8Array.of(1, ...new Uint8Array(31));

/**
 * Computes what the signatures of one transaction sign. What the inputs share is serialised once, so reuse it while
 * several inputs of the same transaction are signed or checked.
 *
 * Dash has no segregated witness: there is this one form. A special transaction's payload is covered by every signature.
 *
 * Source: SignatureHash and CTransactionSignatureSerializer in `src/script/interpreter.cpp`, dashpay/dash.
 */
export class SignatureHasher {
  #inputs: Uint8Array | undefined;
  #inputsWithoutSequences: Uint8Array | undefined;
  #outputs: Uint8Array | undefined;

  constructor(readonly transaction: Transaction) {}

  /**
   * Returns the 32 bytes that a signature of type `hashType` over input `inputIndex` signs, in the order they are signed
   * (internal, not display). `scriptCode` is the script of the spent output, or the one it names by its hash; any
   * OP_CODESEPARATOR in it is left out.
   * @throws {RangeError} when there is no such input.
   */
  hash(inputIndex: number, scriptCode: Uint8Array, hashType: number): Uint8Array {
    const { inputs, outputs } = this.transaction;
    if (inputs[inputIndex] === undefined) throw new RangeError(`there is no input ${inputIndex}`);
    if (coveredOutputs(hashType) === 'SINGLE' && inputIndex >= outputs.length) return HASH_OF_ONE.slice();
    const parts = [
      this.#versionAndType(),
      ...this.#inputParts(inputIndex, scriptCode, hashType),
      this.#outputPart(inputIndex, hashType),
      this.#end(hashType),
    ];
    return sha256d(Buffer.concat(parts));
  }

  #versionAndType(): Uint8Array {
    return new ByteWriter().i32(versionAndType(this.transaction)).toBytes();
  }

  #inputParts(inputIndex: number, scriptCode: Uint8Array, hashType: number): Uint8Array[] {
    const all = this.#allInputs();
    const start = inputIndex * BLANK_INPUT_SIZE;
    const outPoint = all.subarray(start, start + OUTPOINT_SIZE);
    const sequence = all.subarray(start + OUTPOINT_SIZE + 1, start + BLANK_INPUT_SIZE);
    const own = [outPoint, ...scriptWithoutSeparators(scriptCode), sequence];
    if (coversOneInput(hashType)) return [Uint8Array.of(1), ...own];
    const others = coveredOutputs(hashType) === 'ALL' ? all : this.#allInputsWithoutSequences();
    const count = new ByteWriter().compactSize(this.transaction.inputs.length).toBytes();
    return [count, others.subarray(0, start), ...own, others.subarray(start + BLANK_INPUT_SIZE)];
  }

  #outputPart(inputIndex: number, hashType: number): Uint8Array {
    const covered = coveredOutputs(hashType);
    if (covered === 'NONE') return Uint8Array.of(0);
    return covered === 'SINGLE' ? this.#outputAt(inputIndex) : this.#allOutputs();
  }

  #end(hashType: number): Uint8Array {
    const { lockTime, extraPayload } = this.transaction;
    const writer = new ByteWriter().u32(lockTime);
    if (carriesPayload(this.transaction)) writer.varBytes(extraPayload);
    return writer.i32(hashType).toBytes();
  }

  #allInputs(): Uint8Array {
    this.#inputs ??= blankInputs(this.transaction, ({ sequence }) => sequence);
    return this.#inputs;
  }

  #allInputsWithoutSequences(): Uint8Array {
    this.#inputsWithoutSequences ??= blankInputs(this.transaction, () => 0);
    return this.#inputsWithoutSequences;
  }

  #allOutputs(): Uint8Array {
    this.#outputs ??= new ByteWriter().list(this.transaction.outputs, writeOutput).toBytes();
    return this.#outputs;
  }

  /** Returns the output at the input's position; those before it blank, none behind it. */
  #outputAt(index: number): Uint8Array {
    const blank = { value: -1n, scriptPubKey: new Uint8Array() };
    const outputs = this.transaction.outputs
      .slice(0, index + 1)
      .map((output, i) => (i === index ? output : blank));
    return new ByteWriter().list(outputs, writeOutput).toBytes();
  }
}

/** Returns the hash that a signature over one input signs; {@link SignatureHasher.hash} is cheaper for several inputs. */
export function signatureHash(
  transaction: Transaction,
  inputIndex: number,
  scriptCode: Uint8Array,
  hashType: number,
): Uint8Array {
  return new SignatureHasher(transaction).hash(inputIndex, scriptCode, hashType);
}

function blankInputs(
  { inputs }: Transaction,
  sequenceOf: (input: Transaction['inputs'][number]) => number,
): Uint8Array {
  const writer = new ByteWriter();
  for (const input of inputs) {
    const { txid, index } = input.previousOutput;
    writer.hash(txid).u32(index).compactSize(0).u32(sequenceOf(input));
  }
  return writer.toBytes();
}

/**
 * Returns the length and the bytes of a script without its OP_CODESEPARATORs. As in Core, a push without all its data keeps its
 * place in the length and loses what data it has; such a script can be signed but never succeeds.
 */
function scriptWithoutSeparators(script: Uint8Array): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  const reader = new ScriptReader(script);
  let start = 0;
  while (reader.next()) {
    if (reader.opcode !== OPCODES.OP_CODESEPARATOR) continue;
    pieces.push(script.subarray(start, reader.position - 1));
    start = reader.position;
  }
  const length = new ByteWriter().compactSize(script.length - pieces.length).toBytes();
  return [length, ...pieces, script.subarray(start, reader.position)];
}
