import {
  describePreview,
  NEWEST_JUDGED_PROTOCOL,
  NEWEST_RELEASED_PROTOCOL,
  PROTOCOL_VERSIONS,
  type Form,
} from '@dapikit/contract';
import { integer, oneOf, option, UsageError } from '../program/option.js';
import { COLOR_CHOICES, type ColorChoice } from '../report/palette.js';

const FORMS = ['auto', 'contract', 'documents'] as const satisfies readonly Form[];

/** Lists the options of every command that reads contracts. */
export const contractOptions = {
  protocol: option({
    flag: 'protocol',
    short: 'p',
    value: 'version',
    about: `protocol version to judge by, ${PROTOCOL_VERSIONS[0]} to ${NEWEST_JUDGED_PROTOCOL}; those above ${NEWEST_RELEASED_PROTOCOL} are a preview`,
    default: NEWEST_RELEASED_PROTOCOL,
    read: integer(PROTOCOL_VERSIONS[0] ?? NEWEST_RELEASED_PROTOCOL, NEWEST_JUDGED_PROTOCOL),
    announce: describePreview,
  }),
  form: option<Form>({
    flag: 'form',
    value: 'form',
    about: `form of the text: contract (a whole contract), documents (a map of document types), or auto to detect it`,
    default: 'auto',
    read: oneOf(FORMS),
  }),
} as const;

/** Defines the option of coloured output. */
export const colorOption = option<ColorChoice>({
  flag: 'color',
  value: 'when',
  about: `${COLOR_CHOICES.join(', ')}; auto honours NO_COLOR, FORCE_COLOR and the terminal`,
  default: 'auto',
  read: oneOf(COLOR_CHOICES),
});

/** Defines the option of the site that diagnostics link to. */
export const docsUrlOption = option<string | undefined>({
  flag: 'docs-url',
  env: 'DAPIKIT_DOCS_URL',
  value: 'url',
  about: 'site of this documentation that diagnostics link to, instead of naming dapikit explain',
  default: undefined,
  defaultText: 'none',
  read: (text, name) => {
    if (/^https?:\/\//.test(text) && URL.canParse(text)) return text;
    throw new UsageError(
      `${name}: expected a URL such as https://docs.example.org, found ${JSON.stringify(text)}`,
    );
  },
});
