import { useEffect } from 'preact/hooks';
import { Select } from '../../components/select.js';
import { useRequest } from '../../rpc/use-request.js';
import type { RegisteredContract } from '../state/registered-contract.js';

/** Shows a choice of the contracts on the local platform that can be updated: all but system contracts. */
export function PlatformContractChoice(props: {
  /** The id of a contract to start with. */
  readonly initialId: string | null;
  /** The id of the chosen contract; empty without one. */
  readonly chosen: string;
  /** Gets the text of a contract for the editor. */
  readonly onChoose: (id: string, text: string) => void;
}) {
  const { initialId, chosen, onChoose } = props;
  const { value: offered = NONE } = useRequest(loadOffered, [initialId]);
  const choose = (id: string | null): void => {
    const contract = offered.find((one) => one.id === id);
    if (contract !== undefined) onChoose(contract.id, contract.text);
  };
  useEffect(() => choose(initialId), [offered]);
  return (
    <Select
      label="Registered on the platform"
      value={offered.some(({ id }) => id === chosen) ? chosen : ''}
      options={[
        { value: '', label: offered.length === 0 ? 'no contract is registered' : 'a contract …' },
        ...offered.map(({ id, label }) => ({ value: id, label })),
      ]}
      onChange={choose}
    />
  );
}

const NONE: readonly OfferedContract[] = [];

interface OfferedContract extends Pick<RegisteredContract, 'id'> {
  readonly label: string;
  readonly text: string;
}

async function loadOffered(): Promise<readonly OfferedContract[]> {
  const { getEditableText, getSystemName, labelContract, loadContracts } =
    await import('../state/registered-contract.js');
  const all = await loadContracts();
  return all
    .filter(({ id }) => getSystemName(id) === undefined)
    .map((contract) => ({
      id: contract.id,
      label: `${labelContract(contract)}, version ${contract.version}`,
      text: getEditableText(contract),
    }));
}
