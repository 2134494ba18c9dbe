import type { Form } from '@dapikit/contract';

/** Describes by which rules the language server judges. */
export interface LanguageSettings {
  readonly protocolVersion: number;
  readonly form: Form;
  /** Revision of git that has the registered contracts: `git:REF`. */
  readonly baseline: string | undefined;
  /** Site of this documentation that diagnostics link to. */
  readonly docsUrl: string | undefined;
}
