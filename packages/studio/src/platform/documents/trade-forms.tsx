import { useState } from 'preact/hooks';
import { Button } from '../../components/button.js';
import { TextField } from '../../components/text-field.js';
import { formatDash } from '../../text/format-dash.js';
import { IdentityField } from '../fields/identity-field.js';
import { getName } from '../state/identity.js';
import type { SelectedType } from '../state/registered-contract.js';
import type { PlatformState } from '../state/use-platform.js';
import { getTitle, type StoredDocument } from '../values/document.js';
import type { DocumentActions } from './use-document-actions.js';

interface TradeFormProps {
  readonly selected: SelectedType;
  readonly document: StoredDocument;
  readonly state: PlatformState;
  readonly actions: DocumentActions;
}

/** Shows the form that transfers a document to another identity. */
export function TransferForm({ selected, document, state, actions }: TradeFormProps) {
  const others = state.identities.filter(({ id }) => id !== document.ownerId);
  const [chosen, setChosen] = useState('');
  const recipient = chosen === '' || chosen === document.ownerId ? (others[0]?.id ?? '') : chosen;
  const title = getTitle(selected.type, document);
  const transfer = (): void => {
    const to = getName(state.identities, recipient);
    const text = {
      done: `transferred ${title} to ${to}`,
      verb: `transfer ${title} to ${to}`,
      title: `Transferred to ${to}`,
    };
    void actions.submit(text, 'transferDocument', { recipientId: recipient });
  };
  return (
    <div class="row row-end">
      <IdentityField
        key={`${document.ownerId} ${others.length}`}
        label="Transfer to"
        value={recipient}
        onInput={(id) => {
          setChosen(id);
          actions.clear();
        }}
        identities={others}
      />
      <Button onClick={transfer}>Transfer</Button>
    </div>
  );
}

const EXAMPLE_PRICE = '1000000000';

/** Shows the form that offers a document for sale. */
export function PriceForm({ selected, document, actions }: Omit<TradeFormProps, 'state'>) {
  const [price, setPrice] = useState(EXAMPLE_PRICE);
  const title = getTitle(selected.type, document);
  const offer = (): void => {
    const text = {
      done: `offered ${title} for sale`,
      verb: `offer ${title} for sale`,
      title: 'Offered for sale',
    };
    void actions.submit(text, 'updateDocumentPrice', { price });
  };
  const isPrice = /^\d+$/.test(price);
  return (
    <div class="row row-end">
      <TextField
        label={`Price in credits: ${isPrice ? `${formatDash(BigInt(price))} DASH` : 'enter a whole number'}`}
        value={price}
        onInput={(text) => {
          setPrice(text);
          actions.clear();
        }}
      />
      <Button disabled={!isPrice} onClick={offer}>
        Offer for sale
      </Button>
    </div>
  );
}

/** Shows the button that buys a document. @param props.price in credits */
export function BuyButton(props: Omit<TradeFormProps, 'state'> & { readonly price: bigint }) {
  const { selected, document, actions, price } = props;
  const title = getTitle(selected.type, document);
  const buy = (): void => {
    const text = { done: `bought ${title}`, verb: `buy ${title}`, title: 'Bought' };
    void actions.submit(text, 'purchaseDocument', { price: String(price) });
  };
  return (
    <div>
      <Button kind="primary" onClick={buy}>
        Buy for {formatDash(price)} DASH
      </Button>
    </div>
  );
}
