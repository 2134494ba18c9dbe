import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../components/button.js';
import { CopyButton } from '../components/copy-button.js';
import { Notice } from '../components/notice.js';
import { TextField } from '../components/text-field.js';
import { dashAmount } from '../contract/dash-amount.js';
import { creditsAt } from './answer.js';
import { problemsByPath } from './create-form.js';
import { documentTitle, type StoredDocument } from './document.js';
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
  const [wanted, setWanted] = useState('');
  const others = identities.filter(({ id }) => id !== document.ownerId);
  const recipient = wanted === '' || wanted === document.ownerId ? (others[0]?.id ?? '') : wanted;
  const [price, setPrice] = useState(CREDITS_EXAMPLE);
  const [refusal, setRefusal] = useState<Refusal>();
  const [told, setTold] = useState<{ readonly title: string; readonly fee: bigint }>();
  const { $revision: revision } = document.json;
  const typedFor = useRef(revision);
  // What was typed is for one revision: the next one, or the one before, stands as it is stored.
  useEffect(() => {
    if (typedFor.current === revision) return;
    typedFor.current = revision;
    setTyped({});
  }, [revision]);
  // What was told was told to somebody else.
  useEffect(() => {
    setTold(undefined);
    setRefusal(undefined);
  }, [actor.id]);
  const asked = '$price' in document.json && document.json['$price'] !== null;
  const askedPrice = creditsAt(document.json, '$price');

  const name = documentTitle(type, document);
  const act = async (
    { did, would, title }: { readonly did: string; readonly would: string; readonly title: string },
    method: string,
    more: Readonly<Record<string, unknown>> = {},
  ) => {
    const words = { done: `${actor.name} ${did}`, wanted: `${actor.name} wanted to ${would}` };
    try {
      const result = await hands.act(words, method, {
        by: actor.id,
        contractId: contract.id,
        documentType: type.name,
        id: document.id,
        ...more,
      });
      setRefusal(undefined);
      setTold({ title, fee: creditsAt(result, 'fee') });
      return true;
    } catch (error) {
      setTold(undefined);
      setRefusal(refusalOf(error));
      return false;
    }
  };
  const remove = async (): Promise<void> => {
    const words = {
      did: `deleted ${type.name} ${name}`,
      would: `delete ${type.name} ${name}`,
      title: 'Deleted',
    };
    if (await act(words, 'deleteDocument')) onGone();
  };

  const can = {
    replace: isOwner && type.documentsMutable,
    // The network deletes no document whose type keeps its history, whatever else the type says.
    remove: isOwner && type.canBeDeleted && !type.documentsKeepHistory,
    give: isOwner && type.transferable === 1,
    price: isOwner && type.tradeMode === 1,
    buy: !isOwner && asked,
  };
  return (
    <div class="document-form">
      <dl class="document-facts">
        <dt>Id</dt>
        <dd>
          <code>{document.id}</code> <CopyButton text={() => document.id} />
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
          <span class="muted">Its owner decides what happens to it.</span>
          <Button size="s" onClick={() => hands.actAs(document.ownerId)}>
            Act as {nameOf(identities, document.ownerId)}
          </Button>
        </div>
      )}
      {isOwner && !type.documentsMutable && (
        <p class="muted">What stands in documents of {type.name} cannot be changed.</p>
      )}
      {isOwner && type.canBeDeleted && type.documentsKeepHistory && (
        <p class="muted">It cannot be deleted, as its type keeps the history.</p>
      )}
      {can.replace && (
        <form
          class="document-form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void act(
              { did: `changed ${type.name} ${name}`, would: `change ${type.name} ${name}`, title: 'Saved' },
              'replaceDocument',
              { data: dataOf(type.properties, { ...stored, ...typed }) },
            );
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
          <IdentityField
            key={document.ownerId}
            label="Give to"
            value={recipient}
            onInput={setWanted}
            identities={others}
          />
          <Button
            onClick={() => {
              const to = nameOf(identities, recipient);
              void act(
                { did: `gave ${name} to ${to}`, would: `give ${name} to ${to}`, title: `Given to ${to}` },
                'transferDocument',
                { recipientId: recipient },
              );
            }}
          >
            Give away
          </Button>
        </div>
      )}
      {can.price && (
        <div class="row row-end">
          <TextField label={`Price in credits: ${priceWords(price)}`} value={price} onInput={setPrice} />
          <Button
            onClick={() =>
              void act(
                {
                  did: `offered ${name} for sale`,
                  would: `offer ${name} for sale`,
                  title: 'Offered for sale',
                },
                'updateDocumentPrice',
                { price },
              )
            }
          >
            Offer for sale
          </Button>
        </div>
      )}
      {can.buy && (
        <div>
          <Button
            kind="primary"
            onClick={() =>
              void act({ did: `bought ${name}`, would: `buy ${name}`, title: 'Bought' }, 'purchaseDocument', {
                price: String(askedPrice),
              })
            }
          >
            Buy for {dashAmount(askedPrice)} DASH
          </Button>
        </div>
      )}
      {refusal && <RefusalNotice refusal={refusal} />}
      {told !== undefined && (
        <Notice kind="good" title={told.title}>
          <p>The fee was {feeWords(told.fee)}.</p>
        </Notice>
      )}
      {!type.documentsKeepHistory && (
        <p class="muted">
          No history is kept: the type lacks <code>"documentsKeepHistory": true</code>.
        </p>
      )}
    </div>
  );
}

const priceWords = (credits: string): string =>
  /^\d+$/.test(credits) ? `${dashAmount(BigInt(credits))} DASH` : 'a whole number';
