import { useEffect } from 'preact/hooks';
import { Select } from '../components/select.js';
import type { RegisteredContract } from './registered-contract.js';
import { useAnswer } from './use-answer.js';

/** A choice of the contracts of the local platform that can be updated: those of the network are its own. */
export function PlatformContractChoice(props: {
  /** The id of one to begin with. */
  readonly of: string | null;
  /** The id of the one that is chosen; empty where none is. */
  readonly chosen: string;
  /** Gets the contract as one goes on writing it. */
  readonly onChoose: (id: string, written: string) => void;
}) {
  const { of, chosen, onChoose } = props;
  const { value: known = NONE } = useAnswer(updatable, [of]);
  useEffect(() => {
    const wanted = known.find(({ id }) => id === of);
    if (wanted !== undefined) onChoose(wanted.id, wanted.written);
  }, [known]);
  return (
    <Select
      label="Registered on the platform"
      value={known.some(({ id }) => id === chosen) ? chosen : ''}
      options={[
        { value: '', label: known.length === 0 ? 'nothing is registered there' : 'a contract …' },
        ...known.map(({ id, label }) => ({ value: id, label })),
      ]}
      onChange={(id) => {
        const wanted = known.find((one) => one.id === id);
        if (wanted !== undefined) onChoose(wanted.id, wanted.written);
      }}
    />
  );
}

const NONE: readonly OfferedContract[] = [];

interface OfferedContract extends Pick<RegisteredContract, 'id'> {
  readonly label: string;
  readonly written: string;
}

async function updatable(): Promise<readonly OfferedContract[]> {
  const { contractLabel, networkName, registeredContracts, writtenContract } =
    await import('./registered-contract.js');
  const all = await registeredContracts();
  return all
    .filter(({ id }) => networkName(id) === undefined)
    .map((contract) => ({
      id: contract.id,
      label: `${contractLabel(contract)}, version ${contract.version}`,
      written: writtenContract(contract),
    }));
}
