import type { ContractBook } from '../../state/contract/contract-book.js';
import type { StoreView } from '../../store/store.js';
import type { PlatformRules } from '../../state/rules/platform-rules.js';

/** Contains one committed state and what it takes to read it. */
export interface StateContext {
  readonly view: StoreView;
  readonly contracts: ContractBook;
  readonly rules: PlatformRules;
}
