import { describeContract, typesFor, type Diagnostic, type Form } from '@dapikit/contract';
import { clientModule, reservedNames } from './client-module.js';
import { tokensOf } from './contract-tokens.js';
import { shapesModule } from './shapes-module.js';
import { rejectionsModule } from './rejections-module.js';

/** Configures {@link generateClient}. */
export interface GenerateOptions {
  readonly protocolVersion: number;
  readonly form: Form;
  /** Name of the contract in the names of the client, such as `notes`. */
  readonly name: string;
}

/** Holds the files of a client by name, or why there are none. */
export type GeneratedClient =
  | { readonly ok: true; readonly files: ReadonlyMap<string, string> }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/**
 * Writes a typed client of a contract on top of `@dapikit/client`: readable TypeScript that the same contract gives again.
 * @param contract JSON text.
 * @returns only diagnostics if the network rejects the contract.
 */
export async function generateClient(contract: string, options: GenerateOptions): Promise<GeneratedClient> {
  const { protocolVersion, form, name } = options;
  const types = typesFor(contract, {
    protocolVersion,
    form,
    client: true,
    reserved: reservedNames(name),
  });
  if (!types.ok) return { ok: false, diagnostics: types.diagnostics };
  const described = describeContract(contract, { protocolVersion, form });
  if (!described.ok) return { ok: false, diagnostics: described.diagnostics };
  const { description } = described;
  const { contestRules, entryPrice } = await import('@dapikit/platform');
  // All networks have the same price.
  const contestCredits = entryPrice(contestRules('mainnet', protocolVersion), 0);
  return {
    ok: true,
    files: new Map([
      ['documents.ts', `${HEADER}\n${types.code}`],
      [
        'index.ts',
        `${HEADER}\n${clientModule(description, types.names, { name, tokens: tokensOf(contract), contestCredits })}`,
      ],
      ['rejections.ts', `${HEADER}\n${await rejectionsModule()}`],
      ['shapes.ts', `${HEADER}\n${shapesModule(description, contestCredits)}`],
    ]),
  };
}

const HEADER = '// Written by `dapikit generate`: a change here is lost at the next run.\n';
