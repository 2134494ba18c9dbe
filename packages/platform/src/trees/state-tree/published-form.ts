import { PlatformError } from '../../base/errors/platform-error.js';

/** Rejects to give something as bytes whose form is not published. */
export class UnpublishedFormError extends PlatformError {
  override readonly name = 'UnpublishedFormError';
  readonly reason = 'unpublished-form';

  constructor(what: string) {
    super(`the bytes of ${what} are not published`, {
      expected: 'something whose bytes are published',
      found: what,
    });
  }
}

type Members = Readonly<Record<string, unknown>>;

/** The highest formats whose bytes are published. */
const CONFIG_FORMAT = '1';
const TOKEN_FORMAT = '0';

const CONFIG_MEMBERS = ['moderation'];
const TOKEN_MEMBERS = ['transferable', 'hasShieldedPool'];
const DISTRIBUTION_MEMBERS = ['oncePerIdentityDistribution'];

/** Describes a contract in forms whose bytes are published. */
export interface PublishedForm {
  readonly contract: Members;
  /** True if nothing was left out. */
  readonly isWhole: boolean;
}

/** Returns a complete contract in published forms: without what later formats of its config and its tokens have. */
export function publishedForm(contract: Members): PublishedForm {
  const config = membersOf(contract['config']);
  const tokens = Object.entries(membersOf(contract['tokens'])).map(
    ([position, token]) => [position, membersOf(token)] as const,
  );
  const isWhole =
    formatOf(config) <= CONFIG_FORMAT &&
    tokens.every(([, token]) =>
      [token, membersOf(token['distributionRules'])].every((one) => formatOf(one) === TOKEN_FORMAT),
    );
  if (isWhole) return { contract, isWhole };
  return {
    isWhole,
    contract: {
      ...contract,
      config: without(config, CONFIG_MEMBERS, CONFIG_FORMAT),
      tokens: Object.fromEntries(tokens.map(([position, token]) => [position, plainToken(token)])),
    },
  };
}

const plainToken = (token: Members): Members => ({
  ...without(token, TOKEN_MEMBERS, TOKEN_FORMAT),
  distributionRules: without(membersOf(token['distributionRules']), DISTRIBUTION_MEMBERS, TOKEN_FORMAT),
});

const formatOf = ({ $formatVersion }: Members): string => String($formatVersion);

const without = (members: Members, names: readonly string[], highest: string): Members => ({
  ...Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name))),
  $formatVersion: formatOf(members) <= highest ? formatOf(members) : highest,
});

const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null ? { ...value } : {};
