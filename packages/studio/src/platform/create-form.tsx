import { useMemo, useState } from 'preact/hooks';
import { Button } from '../components/button.js';
import { Notice } from '../components/notice.js';
import { capital } from '../components/sentence.js';
import { creditsAt, membersOf } from './answer.js';
import { ContestNotice } from './contest-notice.js';
import { contendedValues, contestedIndexOf } from './contested-values.js';
import { valueProperties } from './document.js';
import { exampleText } from './example-value.js';
import { feeWords } from './fee-words.js';
import { nameOf } from './identity.js';
import { JoinedNotice } from './joined-notice.js';
import { PropertyField } from './property-field.js';
import { schemaAt } from './property-schema.js';
import { dataOf, type Written } from './property-value.js';
import { reasonText, refusalOf, type Refusal } from './refusal.js';
import { RefusalNotice } from './refusal-notice.js';
import type { TypeInUse } from './registered-contract.js';
import type { Hands, World } from './world.js';

/** What was done last with the form. */
type Outcome =
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'created'; readonly fee: bigint; readonly contends: boolean };

/** A form for a new document, filled in with an example. */
export function CreateForm({
  inUse,
  world,
  hands,
}: {
  readonly inUse: TypeInUse;
  readonly world: World;
  readonly hands: Hands;
}) {
  const { contract, type } = inUse;
  const [turn, setTurn] = useState(0);
  const example = useMemo(() => exampleOf(inUse, world, turn), [inUse, turn]);
  const [typed, setTyped] = useState<Written>({});
  const [outcome, setOutcome] = useState<Outcome>();
  const [isBusy, setIsBusy] = useState(false);
  const written = { ...example, ...typed };
  const data = dataOf(type.properties, written);
  const contested = contestedIndexOf(type);
  const contended = contested && contendedValues(contested, data);
  const refusal = outcome?.kind === 'refused' ? outcome.refusal : undefined;

  const create = async (): Promise<void> => {
    setIsBusy(true);
    try {
      const { name } = world.actor;
      const what = contended ? titleOf(contended) : `a document of ${type.name}`;
      const result = await hands.act(
        contended
          ? { done: `${name} contended for ${what}`, wanted: `${name} wanted to contend for ${what}` }
          : { done: `${name} created ${what}`, wanted: `${name} wanted to create ${what}` },
        'createDocument',
        {
          by: world.actor.id,
          contractId: contract.id,
          documentType: type.name,
          data,
          ...(contested && { prefundedVotingBalance: 'auto' }),
        },
      );
      const contends = 'contest' in membersOf(result);
      setOutcome({ kind: 'created', fee: creditsAt(result, 'fee'), contends });
      // Whoever contends wants the same values from somebody else next; what is stored would only be there twice.
      if (!contends) {
        setTyped({});
        setTurn(turn + 1);
      }
    } catch (error) {
      setOutcome({ kind: 'refused', refusal: refusalOf(error) });
    } finally {
      setIsBusy(false);
    }
  };

  if (type.creationRestrictionMode === 2)
    return <p class="muted">Nobody creates documents of {type.name}: the network does it by itself.</p>;
  const owner = contract.ownerId;
  if (type.creationRestrictionMode === 1 && owner !== world.actor.id)
    return (
      <div class="row">
        <span class="muted">Only the owner of the contract creates documents of {type.name}.</span>
        {world.identities.some(({ id }) => id === owner) && (
          <Button size="s" onClick={() => hands.actAs(owner)}>
            Act as {nameOf(world.identities, owner)}
          </Button>
        )}
      </div>
    );
  return (
    <form
      class="document-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      {type.properties.map((property) => (
        <PropertyField
          key={property.path}
          property={property}
          form={{
            contract: contract.json,
            documentType: type.name,
            written,
            problems: problemsByPath(refusal),
            identities: world.identities,
            onInput: (path, text) => setTyped({ ...typed, [path]: text }),
          }}
        />
      ))}
      {contended && <ContestNotice title={titleOf(contended)} world={world} />}
      <div class="row">
        <Button kind="primary" type="submit" disabled={isBusy}>
          {contended ? `Contend as ${world.actor.name}` : `Create as ${world.actor.name}`}
        </Button>
        <Button
          kind="quiet"
          onClick={() => {
            setTyped({});
            setTurn(turn + 1);
          }}
        >
          Another example
        </Button>
      </div>
      {refusal && <RefusalNotice refusal={refusal} />}
      {outcome?.kind === 'created' &&
        (outcome.contends ? (
          <JoinedNotice inUse={inUse} world={world} hands={hands} fee={outcome.fee} />
        ) : (
          <Notice kind="good" title="Created">
            <p>The fee was {feeWords(outcome.fee)}.</p>
          </Notice>
        ))}
    </form>
  );
}

const titleOf = (values: readonly unknown[]): string =>
  values.map((value) => `“${String(value)}”`).join(', ');

/** What the platform said of each property. */
export function problemsByPath(refusal: Refusal | undefined): Readonly<Record<string, string>> {
  const pairs = refusal?.reasons.flatMap((reason) =>
    reason.paths.map((path): [string, string] => [path, capital(reasonText(reason))]),
  );
  return Object.fromEntries(pairs ?? []);
}

function exampleOf({ contract, type }: TypeInUse, world: World, turn: number): Written {
  const other = world.identities.find(({ id }) => id !== world.actor.id) ?? world.actor;
  const matches = contestedIndexOf(type)?.contested?.fieldMatches ?? [];
  return Object.fromEntries(
    valueProperties(type).map((property) => [
      property.path,
      exampleText(property, schemaAt(contract.json, type.name, property.path), {
        turn,
        identityId: other.id,
        contestPattern: matches.find(({ field }) => field === property.path)?.regexPattern,
      }),
    ]),
  );
}
