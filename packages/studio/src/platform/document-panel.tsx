import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../components/button.js';
import { Notice } from '../components/notice.js';
import { TextField } from '../components/text-field.js';
import { dashAmount } from '../contract/dash-amount.js';
import { creditsAt } from './answer.js';
import { problemsByPath } from './create-form.js';
import { DocumentHistory } from './document-history.js';
import type { StoredDocument } from './document.js';
import { feeWords } from './fee-words.js';
import { IdentityField } from './identity-field.js';
import { nameOf } from './identity.js';
import { PropertyField } from './property-field.js';
import { dataOf, writtenOf, type Written } from './property-value.js';
import { refusalOf, type Refusal } from './refusal.js';
import { RefusalNotice } from './refusal-notice.js';
import type { TypeInUse } from './registered-contract.js';
import type { Hands, World } from './world.js';

const CREDITS_EXAMPLE = '1000000000';

/** A document, and all that can be done with it as its type allows. */
export function DocumentPanel(props: {
  readonly inUse: TypeInUse;
  readonly document: StoredDocument;
  readonly world: World;
  readonly hands: Hands;
  readonly onGone: () => void;
}) {
  const { inUse, document, world, hands, onGone } = props;
  const { contract, type } = inUse;
  const { actor, identities } = world;
  const isOwner = document.ownerId === actor.id;
  const stored = writtenOf(type.properties, document.json);
  const [typed, setTyped] = useState<Written>({});
  const [recipient, setRecipient] = useState(
    () => identities.find(({ id }) => id !== document.ownerId)?.id ?? '',
  );
  const [price, setPrice] = useState(CREDITS_EXAMPLE);
  const [refusal, setRefusal] = useState<Refusal>();
  const [told, setTold] = useState<string>();
  const { $revision: revision } = document.json;
  const typedFor = useRef(revision);
  // What was typed is for one revision: the next one, or the one before, stands as it is stored.
  useEffect(() => {
    if (typedFor.current === revision) return;
    typedFor.current = revision;
    setTyped({});
  }, [revision]);
  const asked = '$price' in document.json && document.json['$price'] !== null;
  const askedPrice = creditsAt(document.json, '$price');

  const act = async (what: string, method: string, more: Readonly<Record<string, unknown>> = {}) => {
    try {
      const result = await hands.act(`${actor.name} ${what} a document of ${type.name}`, method, {
        by: actor.id,
        contractId: contract.id,
        documentType: type.name,
        id: document.id,
        ...more,
      });
      setRefusal(undefined);
      setTold(`The fee was ${feeWords(creditsAt(result, 'fee'))}.`);
      return true;
    } catch (error) {
      setTold(undefined);
      setRefusal(refusalOf(error));
      return false;
    }
  };
  const remove = async (): Promise<void> => {
    if (await act('deleted', 'deleteDocument')) onGone();
  };

  const can = {
    replace: isOwner && type.documentsMutable,
    remove: isOwner && type.canBeDeleted,
    give: isOwner && type.transferable === 1,
    price: isOwner && type.tradeMode === 1,
    buy: !isOwner && asked,
  };
  return (
    <div class="document-form">
      <dl class="document-facts">
        <dt>Id</dt>
        <dd>
          <code>{document.id}</code>
        </dd>
        <dt>Owner</dt>
        <dd>{nameOf(identities, document.ownerId)}</dd>
        {asked && (
          <>
            <dt>For sale at</dt>
            <dd>{dashAmount(askedPrice)} DASH</dd>
          </>
        )}
      </dl>
      {!isOwner && identities.some(({ id }) => id === document.ownerId) && (
        <div class="row">
          <span class="muted">Only its owner can change it.</span>
          <Button size="s" onClick={() => hands.actAs(document.ownerId)}>
            Act as {nameOf(identities, document.ownerId)}
          </Button>
        </div>
      )}
      {isOwner && !type.documentsMutable && <p class="muted">Documents of {type.name} never change.</p>}
      {can.replace && (
        <form
          class="document-form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void act('changed', 'replaceDocument', {
              data: dataOf(type.properties, { ...stored, ...typed }),
            });
          }}
        >
          {type.properties.map((property) => (
            <PropertyField
              key={property.path}
              property={property}
              form={{
                contract: contract.json,
                documentType: type.name,
                written: { ...stored, ...typed },
                problems: problemsByPath(refusal),
                identities,
                onInput: (path, text) => setTyped({ ...typed, [path]: text }),
              }}
            />
          ))}
          <div class="row">
            <Button kind="primary" type="submit">
              Save the change
            </Button>
            {can.remove && (
              <Button kind="danger" onClick={() => void remove()}>
                Delete
              </Button>
            )}
          </div>
        </form>
      )}
      {can.remove && !can.replace && (
        <div>
          <Button kind="danger" onClick={() => void remove()}>
            Delete
          </Button>
        </div>
      )}
      {can.give && (
        <div class="row row-end">
          <IdentityField label="Give to" value={recipient} onInput={setRecipient} identities={identities} />
          <Button onClick={() => void act('gave away', 'transferDocument', { recipientId: recipient })}>
            Give away
          </Button>
        </div>
      )}
      {can.price && (
        <div class="row row-end">
          <TextField label="Price in credits" value={price} onInput={setPrice} hint={priceWords(price)} />
          <Button onClick={() => void act('priced', 'updateDocumentPrice', { price })}>Offer for sale</Button>
        </div>
      )}
      {can.buy && (
        <div>
          <Button
            kind="primary"
            onClick={() => void act('bought', 'purchaseDocument', { price: String(askedPrice) })}
          >
            Buy for {dashAmount(askedPrice)} DASH
          </Button>
        </div>
      )}
      {refusal && <RefusalNotice refusal={refusal} />}
      {told !== undefined && (
        <Notice kind="good" title="Done">
          <p>{told}</p>
        </Notice>
      )}
      <DocumentHistory inUse={inUse} document={document} world={world} />
    </div>
  );
}

const priceWords = (credits: string): string =>
  /^\d+$/.test(credits) ? `${dashAmount(BigInt(credits))} DASH` : 'a whole number';
