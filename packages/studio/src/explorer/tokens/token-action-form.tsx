import { useState } from 'preact/hooks';
import { Button } from '../../components/button.js';
import { Panel } from '../../components/panel.js';
import { Select } from '../../components/select.js';
import { TextField } from '../../components/text-field.js';
import { IdentityField } from '../../platform/fields/identity-field.js';
import type { NamedIdentity } from '../../platform/state/identity.js';
import type { SubmitTokenCall, TokenCall } from './submit-token-call.js';
import { parseAmount, type ShownToken } from './token.js';
import {
  findTaker,
  listGroups,
  TOKEN_ACTIONS,
  SETTINGS,
  type ActionField,
  type ActionTaker,
  type TokenActionKind,
} from './token-action.js';

const FIELD_LABELS: Readonly<Record<ActionField, string>> = {
  amount: 'Amount',
  recipientId: 'Recipient',
  identityId: 'Account of',
  price: 'Price in credits for the smallest unit (empty ends the sale)',
  totalAgreedPrice: 'Credits to pay at most',
  setting: 'Setting',
  value: 'New value, as JSON (empty for none)',
};

/** The fields that may be empty. */
const OPTIONAL: ReadonlySet<ActionField> = new Set(['price', 'value']);

const isIdentity = (field: ActionField): boolean => field === 'recipientId' || field === 'identityId';

interface FormProps {
  readonly token: ShownToken;
  /** The identities that are offered by name. */
  readonly identities: readonly NamedIdentity[];
  readonly actorId: string;
  readonly submit: SubmitTokenCall;
}

/** Shows the changes of a token: who may make the chosen one, its fields, and a button that makes or proposes it. */
export function TokenActionForm({ token, identities, actorId, submit }: FormProps) {
  const [actionId, setActionId] = useState('transfer');
  const [signerId, setSignerId] = useState<string>();
  const [written, setWritten] = useState<Partial<Record<ActionField, string>>>({});
  const action = TOKEN_ACTIONS.find(({ id }) => id === actionId);
  if (action === undefined) return null;
  const setting = written.setting ?? SETTINGS[0];
  const taker = findTaker(token, action, setting);
  const by = signerId ?? defaultSigner(token, taker, actorId);
  const other = identities.find(({ id }) => id !== by)?.id ?? by;
  const defaultTarget = action.id === 'mint' ? by : other;
  const valueOf = (field: ActionField): string => {
    if (field === 'setting') return setting ?? '';
    return written[field] ?? (isIdentity(field) ? defaultTarget : '');
  };
  return (
    <Panel title="Change the token">
      <form
        class="token-form"
        onSubmit={(event) => {
          event.preventDefault();
          void submit({ ...createCall(action, token, taker, valueOf), by });
        }}
      >
        <Select
          label="Action"
          value={actionId}
          options={TOKEN_ACTIONS.map(({ id, label }) => ({ value: id, label }))}
          onChange={(id) => {
            setActionId(id);
            setSignerId(undefined);
          }}
        />
        <IdentityField
          key={`${actionId} ${token.id}`}
          label="Signed by"
          value={by}
          onInput={setSignerId}
          identities={identities}
        />
        {action.fields.map((field) => (
          <ActionFieldInput
            key={`${actionId} ${field}`}
            field={field}
            value={valueOf(field)}
            onInput={(value) => setWritten({ ...written, [field]: value })}
            identities={identities}
          />
        ))}
        <p class="muted token-form-rule">{describeTaker(token, taker)}</p>
        <div>
          <Button kind="primary" type="submit" disabled={taker.kind === 'noOne'}>
            {taker.kind === 'group' ? `Propose: ${action.label}` : action.label}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

function ActionFieldInput(props: {
  readonly field: ActionField;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly identities: readonly NamedIdentity[];
}) {
  const { field, identities, ...others } = props;
  const shared = { ...others, label: FIELD_LABELS[field] };
  if (field === 'setting')
    return (
      <Select
        label={shared.label}
        value={shared.value}
        options={SETTINGS.map((name) => ({ value: name, label: name }))}
        onChange={shared.onInput}
      />
    );
  if (isIdentity(field)) return <IdentityField {...shared} identities={identities} />;
  return <TextField {...shared} isCode isRequired={!OPTIONAL.has(field)} />;
}

function defaultSigner(token: ShownToken, taker: ActionTaker, actorId: string): string {
  switch (taker.kind) {
    case 'identity':
      return taker.id;
    case 'contractOwner':
      return token.ownerId;
    case 'group': {
      const group = listGroups(token).find(({ position }) => position === taker.position);
      const isMember = group?.members.some(({ id }) => id === actorId) === true;
      return isMember ? actorId : (group?.members[0]?.id ?? actorId);
    }
    default:
      return actorId;
  }
}

/** Describes who may make a change. */
export function describeTaker(token: ShownToken, taker: ActionTaker): string {
  switch (taker.kind) {
    case 'anyone':
      return 'Any identity may, with its own tokens or credits.';
    case 'contractOwner':
      return `Only the owner of the contract may (${token.ownerId.slice(0, 6)}…).`;
    case 'identity':
      return `Only the identity ${taker.id.slice(0, 6)}… may.`;
    case 'group':
      return `Group ${taker.position} decides: one member proposes, others sign below.`;
    default:
      return 'The contract of the token allows it to no one.';
  }
}

function createCall(
  action: TokenActionKind,
  token: ShownToken,
  taker: ActionTaker,
  valueOf: (field: ActionField) => string,
): Omit<TokenCall, 'by'> {
  const isProposal = taker.kind === 'group';
  return {
    method: action.method,
    params: {
      ...action.params,
      ...createParams(action, token, valueOf),
      ...(isProposal && { group: { position: taker.position } }),
    },
    text: `${isProposal ? 'proposed' : 'made'} “${action.label}” of ${token.name}`,
  };
}

/** Returns the params of the written fields; a field that is no number is sent as it is typed, and the platform rejects it. */
function createParams(
  { fields }: TokenActionKind,
  { decimals }: ShownToken,
  valueOf: (field: ActionField) => string,
): Readonly<Record<string, unknown>> {
  if (fields.includes('setting'))
    return { item: { $type: valueOf('setting'), value: readValue(valueOf('value').trim()) } };
  const params = fields.map((field): [string, unknown] => {
    const text = valueOf(field).trim();
    if (field === 'amount') return [field, String(parseAmount(text, decimals) ?? text)];
    if (field === 'price') return [field, text === '' ? null : readPrice(text)];
    return [field, text];
  });
  return Object.fromEntries(params);
}

/** Returns the value of a setting: of JSON, or text as it is typed, which has integers that no number has. */
function readValue(text: string): unknown {
  if (text === '') return null;
  if (/^\d+$/.test(text) && !Number.isSafeInteger(Number(text))) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const readPrice = (text: string): unknown => (Number.isSafeInteger(Number(text)) ? Number(text) : text);
