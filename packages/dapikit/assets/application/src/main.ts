import { EvoSDK } from '@dashevo/evo-sdk';
import { type Board, createBoard, type NoteDocument } from './board/index.js';
import { signIn, type User } from './user.js';
import './style.css';

const contractId: string = import.meta.env.VITE_CONTRACT_ID;
const find = <Element extends HTMLElement>(id: string) => document.getElementById(id) as Element;

const sdk = EvoSDK.testnetTrusted();
let board: Board;
let user: User | undefined;

/** Does something, shows its error, and reads everything again. */
async function act(action: () => Promise<unknown>): Promise<void> {
  find('message').textContent = '';
  try {
    await action();
    await show();
  } catch (error) {
    find('message').textContent = error instanceof Error ? error.message : String(error);
  }
}

async function show(): Promise<void> {
  const { metadata, proof } = await sdk.contracts.fetchWithProof(contractId);
  const quorum = Array.from(proof.quorumHash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  find('proof').textContent =
    `Verified at block ${metadata.height}, signed by quorum ${quorum.slice(0, 16)}…`;

  const notes = await board.note.byTime().descending().toArray(20);
  const items = await Promise.all(notes.map(itemOf));
  find('notes').replaceChildren(...items);

  find('sign-in').hidden = user !== undefined;
  find('signed-in').hidden = user === undefined;
  if (user !== undefined) find('points').textContent = String(await board.$tokens.point.balance());
}

async function itemOf(note: NoteDocument): Promise<HTMLElement> {
  const count = await board.thanks.byNote({ note: note.$id }).count();
  const [item, text, button] = ['li', 'span', 'button'].map((name) => document.createElement(name));
  text.textContent = note.text;
  button.textContent = `Thanks ${count}`;
  button.hidden = user === undefined;
  button.onclick = () => act(() => board.thanks.create({ note: note.$id }, { maxTokens: 1n }));
  item.append(text, button);
  return item;
}

/** Calls `submit` with the text of a form. */
function onSubmit(id: string, submit: (text: string) => Promise<unknown>): void {
  const form = find<HTMLFormElement>(id);
  form.onsubmit = async (event) => {
    event.preventDefault();
    const [text] = new FormData(form).values();
    form.reset();
    await act(() => submit(String(text)));
  };
}

/** Buys points for credits, at the price that the owner of the contract set. */
async function buyPoints(amount: bigint): Promise<void> {
  const { point } = board.$tokens;
  const price = (await point.price()) ?? 0n;
  await point.buy(amount, amount * price);
}

onSubmit('sign-in', async (mnemonic) => {
  user = await signIn(sdk, mnemonic);
  board = createBoard(sdk, { contractId, signer: user });
});
onSubmit('write', (text) => board.note.create({ text }));
find('buy').onclick = () => act(() => buyPoints(5n));

await act(async () => {
  await sdk.connect();
  board = createBoard(sdk, { contractId });
});
