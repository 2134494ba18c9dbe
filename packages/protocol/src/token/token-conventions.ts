import { versioned } from '../codec/enum-of.js';
import { u8 } from '../codec/integers.js';
import { textMapOf } from '../codec/map-of.js';
import { bool, text } from '../codec/primitives.js';
import { struct } from '../codec/struct.js';

/** The name of a token in one language. */
const tokenLocalization = versioned('TokenConfigurationLocalization', [
  struct(
    {
      name: 'TokenConfigurationLocalizationV0',
      summary: 'Names a token in one language.',
      source: 'packages/rs-dpp/src/data_contract/associated_token/token_configuration_localization/v0/mod.rs',
    },
    { shouldCapitalize: bool, singularForm: text, pluralForm: text },
  ),
]);

/** Describes how a token is displayed: its names by language code, and its decimals. */
export const tokenConventions = versioned('TokenConfigurationConvention', [
  struct(
    {
      name: 'TokenConfigurationConventionV0',
      summary: 'Says how a token is shown.',
      source: 'packages/rs-dpp/src/data_contract/associated_token/token_configuration_convention/v0/mod.rs',
    },
    { localizations: textMapOf(text, tokenLocalization), decimals: u8 },
  ),
]);
